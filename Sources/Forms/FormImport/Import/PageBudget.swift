package import FailureModel
package import QPDF

/// A budget for the effort of drawing or reading the pages of a PDF.
///
/// It is checked before each page, so that a file that would keep a processor busy for hours is rejected at once. Every
/// PDF is checked on import, whatever the kind of its document.
package struct PageBudget {
    private var effort: DrawingEffort
    private var left: Int

    /// Maximum number of operators on a page; a detailed map has a million.
    static let ofPage = 5_000_000
    /// The basic number of operators allowed in any file.
    static let ofFile = 25_000_000
    /// Additional operators for each page; a scan at 600 dpi counts for 350,000.
    static let forPage = 500_000
    /// Additional operators for each byte, which cover everything written out literally.
    static let forByte = 10

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - file: the PDF.
    ///   - pages: the number of its pages.
    ///   - bytes: its size in bytes.
    ///   - countsPixels: whether pictures count by their size, since they are decoded.
    package init(_ file: PDFFile, pages: Int, bytes: Int, countsPixels: Bool) {
        effort = DrawingEffort(file, limit: Self.ofPage, countsPixels: countsPixels)
        left = Self.ofFile + Self.forPage * pages + Self.forByte * bytes
    }

    /// Deducts a page.
    ///
    /// - Parameters:
    ///   - page: the page (0-based).
    ///   - name: the name of the document, for messages.
    /// - Throws: `damaged_document` if the budget is exceeded.
    package mutating func spend(page: Int, of name: String) throws(Failure) {
        // Poppler may be able to repair a page that libqpdf does not find.
        guard let count = try? effort.count(page: page) else { return }
        left -= count
        guard count < Self.ofPage, left > 0 else {
            throw Failure(.damagedDocument, "Page \(page + 1) of \(name) has too many parts to be drawn.")
        }
    }
}
