import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

@Suite("Values templates") struct ValuesTemplateTests {
    private static func field(
        _ name: String, _ label: String, y: Double = 100, type: FieldType = .text, group: FieldGroup? = nil,
        section: String? = nil, options: [String]? = nil, readOnly: Bool = false
    ) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: 50, y: y, width: 200, height: 15), type: type,
            label: label, confidence: 1, evidence: .widget, group: group, section: section, options: options,
            readOnly: readOnly)
    }

    private func template(_ fields: [Field]) -> String {
        ValuesTemplate(
            FormDescription(
                document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: "", pageCount: 1),
                pages: [FormDescription.Page(width: 612, height: 792)], fields: fields)
        ).text
    }

    /// What each key of a template is bound to when it is given `value`.
    private func filledIn(_ template: String, of fields: [Field], _ value: (String) -> FieldValue) throws
        -> [BoundValue]
    {
        let entries = try ValuesFile(data: Data(template.utf8), name: "values.yaml", folder: nil).entries
        return try Binder(fields: fields).bind(entries.map { ValueEntry(key: $0.key, value: value($0.key)) })
    }

    private static let alike = [
        field("n1", "Name", section: "Buyer"), field("n2", "Name", y: 200, section: "Seller"),
        field("d1", "Date", y: 300), field("d2", "Date", y: 400), field("e", "", y: 500),
        field("q", #"The "best": # of - all [x] {y} \ 'z'"#, y: 600),
        field("l", String(repeating: "long ", count: 400), y: 700),
        field("c", "Line\n  break\u{85}\u{2028}# not a comment\u{0}", y: 720),
    ]

    @Test("every field has a key that names it alone, whatever its label")
    func keysWork() throws {
        let bound = try filledIn(template(Self.alike), of: Self.alike) { _ in "Ada" }
        #expect(bound.map(\.field.name) == Self.alike.map(\.name))
    }

    @Test("keys are labels where these suffice, with the section where that tells them apart")
    func readable() {
        let text = template(Self.alike)
        #expect(text.contains("\n\"Buyer / Name\":\n") && text.contains("\n\"Seller / Name\":\n"))
        #expect(text.contains("# Date; text\n\"d1\":\n"))
        #expect(!text.contains("\"Name\":"))
    }

    @Test("fields side by side with one label have keys of their own")
    func sideBySide() throws {
        var fields = [Self.field("former", "Address"), Self.field("current", "Address")]
        fields[1].region.x = 255
        let bound = try filledIn(template(fields), of: fields) { _ in "12 Elm Street" }
        #expect(bound.map(\.field.name) == ["former", "current"])
    }

    @Test("the boxes of one date have one key, which says how its value is divided")
    func parts() throws {
        var fields = (0..<3).map { Self.field("d\($0)", "Deceased") }
        for (index, length) in [2, 2, 4].enumerated() {
            fields[index].region = Region(x: 50 + 40 * Double(index), y: 100, width: 30, height: 15)
            fields[index].maxLength = length
        }
        let text = template(fields)
        #expect(text.contains("# text; divided among boxes of 2, 2, 4 characters\n\"Deceased\":\n"))
        let bound = try filledIn(text, of: fields) { _ in "01/31/2026" }
        #expect(bound.map(\.content) == [.text("01"), .text("31"), .text("2026")])
    }

    @Test("a template that is not filled in leaves the form as it is")
    func empty() throws {
        let entries = try ValuesFile(data: Data(template(Self.alike).utf8), name: "values.yaml", folder: nil).entries
        #expect(try Binder(fields: Self.alike).bind(entries).isEmpty)
    }

    @Test("questions are one key with their choices, and read-only fields have none")
    func questions() throws {
        let group = FieldGroup(name: "status", label: "Filing status", exclusive: true)
        let fields = [
            Self.field("status", "Single", type: .checkbox, group: group),
            Self.field("status", "Married", type: .checkbox, group: group),
            Self.field("state", "State", y: 200, options: ["IL", "NY"]),
            Self.field("total", "Total", y: 300, readOnly: true),
        ]
        let text = template(fields)
        #expect(text.contains("# one of: Single | Married\n\"Filing status\":"))
        #expect(text.contains("# one of: IL | NY\n\"State\":"))
        #expect(!text.contains("Total"))
        let bound = try filledIn(text, of: fields) { $0 == "State" ? "NY" : "Married" }
        #expect(bound.first { $0.content == .checked(true) }?.field.label == "Married")
    }
}
