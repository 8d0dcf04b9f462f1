import Foundation
import QPDF
import TestSupport
import Testing

@Suite("Repair of streams") struct StreamRepairTests {
    private func pdf(lengthError: Int, change: (String) -> String = { $0 }) -> Data {
        var builder = PDFBuilder()
        builder.lengthError = lengthError
        var page = PDFBuilder.Page()
        page.text("Printed words", x: 60, y: 40)
        builder.add(page)
        return Data(change(String(decoding: builder.data(), as: UTF8.self)).utf8)
    }

    @Test("a stream whose stated length is wrong is read to its end", arguments: [-40, -3, -1, 1, 3, 40, 100_000])
    func lengths(_ error: Int) throws {
        let file = try PDFFile(data: pdf(lengthError: error))
        let content = String(decoding: try file.pageContent(of: file.page(0)), as: UTF8.self)
        #expect(content.contains("(Printed words) Tj ET\nQ"))
        #expect(try file.hasReadableContent(onPage: 0) && !file.wasRepaired)
        let written = try file.written()
        let again = try PDFFile(data: written)
        #expect(try again.pageContent(of: again.page(0)).count >= content.utf8.count - 1)
        #expect(try RenderedPages(written).text(0) == "Printed words")
    }

    @Test("an object that is not where the cross-references say is found when it is read")
    func misplaced() throws {
        // The content is object 4, the first after the font.
        let data = pdf(lengthError: 0) { text in
            let offset = String(format: "%010d", text.range(of: "4 0 obj")!.lowerBound.utf16Offset(in: text))
            return text.replacing("\n\(offset) 00000 n", with: "\n0000000012 00000 n")
        }
        let file = try PDFFile(data: data)
        #expect(try file.hasReadableContent(onPage: 0) && file.wasRepaired)
        #expect(try RenderedPages(try file.written()).text(0) == "Printed words")
    }

    @Test("content that cannot be repaired is told from a page without content")
    func beyondRepair() throws {
        let spoilt = pdf(lengthError: 0) { $0.replacing(">>\nstream", with: ">>\nstraem") }
        #expect(try !PDFFile(data: spoilt).hasReadableContent(onPage: 0))
        let endless = pdf(lengthError: -3) { text in
            // Neither end of the content is left, nor one of the objects behind it.
            let end = text.range(of: "endstream")!.lowerBound
            return String(text[..<end]) + text[end...].replacing("endstream", with: "").replacing("endobj", with: "")
        }
        #expect(try !PDFFile(data: endless).hasReadableContent(onPage: 0))
        for empty in ["", "/Contents []", "/Contents 99 0 R"] {
            var builder = PDFBuilder()
            builder.add(page: "/MediaBox [0 0 100 100] \(empty)")
            #expect(try PDFFile(data: builder.data()).hasReadableContent(onPage: 0))
        }
    }
}
