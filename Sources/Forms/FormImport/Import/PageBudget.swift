package import FailureModel
package import QPDF

/// What the pages of a PDF may take to be drawn or read, counted before each, so that a file which would keep a processor
/// busy for hours is refused at once.
///
/// Every PDF is checked when it is imported, of whatever kind its document is.
package struct PageBudget {
    private var effort: DrawingEffort
    private var left: Int

    /// The operators of a page: a detailed map has a million.
    static let ofPage = 5_000_000
    /// The operators of all pages of any file.
    static let ofFile = 25_000_000
    /// The operators of a file besides, for each page: a scan at 600 dpi counts for 350,000.
    static let forPage = 500_000
    /// The operators of a file besides, for each of its bytes, so that none is refused for what it has written out.
    static let forByte = 10

    /// Starts with nothing spent.
    ///
    /// - Parameters:
    ///   - file: the PDF.
    ///   - pages: the number of its pages.
    ///   - bytes: its size.
    ///   - countsPixels: whether pictures count by their size, since they are decoded.
    package init(_ file: PDFFile, pages: Int, bytes: Int, countsPixels: Bool) {
        effort = DrawingEffort(file, limit: Self.ofPage, countsPixels: countsPixels)
        left = Self.ofFile + Self.forPage * pages + Self.forByte * bytes
    }

    /// Counts a page.
    ///
    /// - Parameters:
    ///   - page: the page, from 0.
    ///   - name: the document, as the message calls it.
    /// - Throws: `damaged_document` if it is too much.
    package mutating func spend(page: Int, of name: String) throws(Failure) {
        // A page that libqpdf does not find may be one that Poppler repairs.
        guard let count = try? effort.count(page: page) else { return }
        left -= count
        guard count < Self.ofPage, left > 0 else {
            throw Failure(.damagedDocument, "Page \(page + 1) of \(name) has too many parts to be drawn.")
        }
    }
}
