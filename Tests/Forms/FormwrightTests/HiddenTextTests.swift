import FailureModel
import FormDetection
import FormImport
import FormModel
import Foundation
import Formwright
import TestSupport
import Testing

@Suite("Text that fonts hide") struct HiddenTextTests {
    /// A page with a caption in a font whose mapping to Unicode is wrong, and one in a sound font.
    ///
    /// The wrong mapping gives each letter the next one, and the space a control character.
    private static func form(tooltip: Bool = false) -> Data {
        var builder = PDFBuilder()
        let ranges = """
            /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Shifted def /CMapType 2 def
            1 begincodespacerange <00> <FF> endcodespacerange
            2 beginbfrange <20> <20> <0001> <21> <7E> <0022> endbfrange
            endcmap CMapName currentdict /CMap defineresource pop end end
            """
        let map = builder.add("<< /Length \(ranges.utf8.count) >>\nstream\n\(ranges)\nendstream")
        let font = builder.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /ToUnicode \(map) 0 R >>")
        var page = PDFBuilder.Page()
        page.fonts = "/F2 \(font) 0 R"
        page.text("Telephone number", x: 60, y: 220, size: 12)
        page.rule(x: 170, y: 222, width: 250)
        page.text("Application for membership of the society", x: 60, y: 80, size: 12)
        page.content += "BT /F2 12 Tf 60 \(792 - 160) Td (Name of the applicant) Tj ET\n"
        page.rule(x: 190, y: 162, width: 250)
        let widget = PDFBuilder.Widget(
            x: 190, y: 146, width: 250, height: 16, "/FT /Tx /T (f1) /TU (\\001UIF\\001OBNF)")
        builder.add(page, widgets: tooltip ? [widget] : [])
        return builder.data()
    }

    @Test("is read by OCR, beside the text of sound fonts")
    func labels() async throws {
        let form = try await Form(data: Self.form(), fileName: "form.pdf")
        #expect(form.fields.map(\.label) == ["Name of the applicant", "Telephone number"])
    }

    @Test("is the label of a widget whose tooltip has no readable characters")
    func tooltips() async throws {
        let form = try await Form(data: Self.form(tooltip: true), fileName: "form.pdf")
        #expect(form.fields.map(\.label) == ["Name of the applicant"])
    }
}
