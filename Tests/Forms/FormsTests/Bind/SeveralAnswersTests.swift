import FailureModel
import FormFilling
import FormImport
import FormModel
import Foundation
import Testing

@Suite("Several answers to a question") struct SeveralAnswersTests {
    private static func boxes(exclusive: Bool) -> [Field] {
        ["Food", "Housing; rent", "Clothes"].enumerated().map { place, label in
            Field(
                id: UUID(), name: "b\(place)", page: 0,
                region: Region(x: 0, y: 20 * Double(place), width: 10, height: 10),
                type: .checkbox, label: label, confidence: 1, evidence: .box,
                group: FieldGroup(name: "g", label: "Services", exclusive: exclusive))
        }
    }

    private func ticked(_ json: String, exclusive: Bool = false) throws -> [String] {
        let file = try ValuesFile(data: Data(json.utf8), name: "v.json", folder: nil)
        return try Binder(fields: Self.boxes(exclusive: exclusive)).bind(file.entries)
            .filter { $0.content == .checked(true) }.map(\.field.name)
    }

    @Test("are a list, or a text with semicolons, where the question takes several")
    func several() throws {
        #expect(try ticked(#"{"Services": ["Food", "Clothes"]}"#) == ["b0", "b2"])
        #expect(try ticked(#"{"Services": "Food; Clothes"}"#) == ["b0", "b2"])
        #expect(try ticked(#"{"Services": "food;clothes;"}"#) == ["b0", "b2"])
        #expect(try ticked(#"{"Services": "Housing; rent"}"#) == ["b1"])
        #expect(try ticked(#"{"Services": {"value": ["Food"]}}"#) == ["b0"])
    }

    @Test("are refused where it takes one, and where one of them is none of its answers")
    func refused() throws {
        for json in [#"{"Services": ["Food", "Clothes"]}"#, #"{"Services": "Food; Clothes"}"#] {
            #expect { try ticked(json, exclusive: true) } throws: { ($0 as? Failure)?.code == .wrongType }
        }
        #expect(try ticked(#"{"Services": ["Food"]}"#, exclusive: true) == ["b0"])
        #expect { try ticked(#"{"Services": ["Food", "Cars"]}"#) } throws: {
            ($0 as? Failure)?.message.contains("any of") == true
        }
    }

    @Test("are no value of other fields")
    func others() throws {
        let name = Field(
            id: UUID(), name: "Name", page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: .text,
            label: "Name", confidence: 1, evidence: .rule)
        let file = try ValuesFile(data: Data(#"{"Name": ["Ada", "Alan"]}"#.utf8), name: "v.json", folder: nil)
        #expect { try Binder(fields: [name]).bind(file.entries) } throws: { ($0 as? Failure)?.code == .wrongType }
    }

    @Test("are offered by the template of a values file")
    func template() throws {
        let document = FormDescription.Document(
            fileName: "f.pdf", mimeType: "application/pdf", sha256: "0", pageCount: 1, warnings: [])
        func text(_ exclusive: Bool) -> String {
            ValuesTemplate(
                FormDescription(
                    document: document, pages: [FormDescription.Page(width: 612, height: 792)],
                    fields: Self.boxes(exclusive: exclusive))
            ).text
        }
        #expect(text(false).contains("# any of, separated by semicolons: Food | Housing; rent | Clothes"))
        #expect(text(true).contains("# one of: Food | Housing; rent | Clothes"))
    }
}
