import FormFilling
import FormImport
import FormModel
import Foundation
import Poppler
import TestSupport
import Testing

@Suite("A preview of the fields") struct FieldPreviewTests {
    private func field(_ name: String, y: Double, confidence: Double) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: 60, y: y, width: 200, height: 15), type: .text,
            label: name, confidence: confidence, evidence: .box)
    }

    @Test("marks the doubtful ones, and no others")
    func doubt() throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let document = try Importer().document(builder.data(), fileName: "form.pdf")
        let certain = Field.certainConfidence
        let fields = [
            field("Name", y: 100, confidence: 1), field("Date", y: 140, confidence: certain),
            field("Town", y: 180, confidence: certain - 0.01),
        ]
        let preview = try FieldPreview(of: document, fields: fields).pdf()
        let words = try PopplerDocument(data: preview).page(0, userUnit: 1).words().map(\.text)
        #expect(words == ["1", "2", "3?"])
    }

    @Test("has the same doubtful fields as the page")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Forms/CFormsAssets/Files/describe.mjs")
        #expect(try String(contentsOf: root, encoding: .utf8).contains("const certain = \(Field.certainConfidence);"))
    }
}
