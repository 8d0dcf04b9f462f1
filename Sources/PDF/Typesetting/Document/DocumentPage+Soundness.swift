import Cairo
import PDFSyntax
import Poppler

extension DocumentPage {
    /// Whether the page can be drawn into a PDF, found out by drawing it into one of its own.
    ///
    /// Poppler repairs much of a damaged PDF, but cairo cannot: of a damaged font, for one, it writes a reference to an object
    /// that it does not write, which would make the whole document unreadable.
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
    /// Whether each object stands where the table says.
    fileprivate func isWhole() throws -> Bool {
        for number in order {
            let range = try range(of: Int(number))
            let start = try bytes(in: range.lowerBound..<min(range.lowerBound + 16, range.upperBound))
            guard start.starts(with: "\(number) 0 obj".utf8) else { return false }
        }
        return true
    }
}
