import FailureModel
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("What importing a document may begin") struct PageBudgetTests {
    /// Forms that draw each other ten times, on so many levels.
    private func nested(_ levels: Int, pages: Int = 1) -> Data {
        var builder = PDFBuilder()
        var form = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 11 >>\nstream\n0 0 9 9 re f\nendstream")
        for _ in 0..<levels {
            let content = String(repeating: "/F Do ", count: 10)
            form = builder.add(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F \(form) 0 R >> >> "
                    + "/Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        }
        var page = PDFBuilder.Page()
        page.content = "/F Do "
        page.resources = "/XObject << /F \(form) 0 R >>"
        for _ in 0..<pages { builder.add(page) }
        return builder.data()
    }

    private func failure(_ data: Data) -> Failure? {
        do {
            _ = try Importer().document(data, fileName: "form.pdf")
            return nil
        } catch { return error }
    }

    @Test("a few kilobytes that would be drawn for hours are refused, of a page or of all pages")
    func busy() throws {
        let data = nested(12)
        #expect(data.count < 5_000)
        #expect(failure(data)?.code == .damagedDocument)
        #expect(failure(data)?.message == "Page 1 of form.pdf has too many parts to be drawn.")
        // Three million operators for each page, of which a few are bearable.
        let pages = nested(6, pages: 20)
        #expect(failure(pages)?.code == .damagedDocument)
        #expect(failure(nested(6, pages: 2)) == nil)
    }
}
