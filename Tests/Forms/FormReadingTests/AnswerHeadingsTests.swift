import FormModel
import FormReading
import Foundation
import Testing

@Suite("Headings of a table of answers") struct AnswerHeadingsTests {
    private func columns(_ fields: [(name: String, label: String, section: String?)]) -> [AnswerColumn] {
        AnswerColumn.all(
            of: fields.map { field in
                Field(
                    id: UUID(), name: field.name, page: 0, region: Region(x: 0, y: 0, width: 90, height: 14),
                    type: .text,
                    label: field.label, confidence: 1, evidence: .rule, section: field.section)
            })
    }

    @Test("are names, or labels in one line")
    func plain() {
        let columns = columns([("p1f1", "Full\n name", nil), ("p1f2", "", nil)])
        #expect(AnswerHeadings.names.texts(of: columns) == ["p1f1", "p1f2"])
        #expect(AnswerHeadings.labels.texts(of: columns) == ["Full name", "p1f2"])
    }

    @Test("differ where fields share a label: by their sections, or by their order")
    func repeated() {
        let columns = columns([
            ("a", "Name", "Applicant"), ("b", "Name", "Spouse"), ("c", "Town", "Spouse"), ("d", "Town", "Spouse"),
            ("e", "Town", nil), ("f", "Town#2", nil),
        ])
        let headings = AnswerHeadings.labels.texts(of: columns)
        #expect(
            headings == ["Applicant / Name", "Spouse / Name", "Town#1", "Town#2", "Town#3", "Town#2 (f)"])
        #expect(Set(headings).count == headings.count)
    }
}
