import Cairo
import PDFSyntax
import Poppler

extension DocumentPage {
    /// Whether the page can be drawn into a PDF, as tested with a separate one.
    ///
    /// Poppler repairs many damaged PDFs, but cairo cannot. For a damaged font, for example, it writes a reference to
    /// an object that it does not write, which would make the whole document unreadable.
    package var isSound: Bool {
        guard let page = opened() else { return false }
        let spool = Spool()
        do {
            let surface = try PDFSurface(size: page.size) { spool.append($0) }
            surface.context.withForeignDrawing { page.draw(on: $0) }
            surface.endPage(next: nil)
            _ = try surface.finish()
            return try PlainPDF(spool).isWhole()
        } catch {
            return false
        }
    }
}

extension PlainPDF {
    /// Returns whether each object is at the offset in the table.
    fileprivate func isWhole() throws -> Bool {
        for number in order {
            let range = try range(of: Int(number))
            let start = try bytes(in: range.lowerBound..<min(range.lowerBound + 16, range.upperBound))
            guard start.starts(with: "\(number) 0 obj".utf8) else { return false }
        }
        return true
    }
}
