import FailureModel
import Forms
import QPDF

/// What the pages of a PDF may take to be drawn or read, counted before each, so that a file which would keep a processor
/// busy for hours is refused at once.
struct PageBudget {
    private var effort: DrawingEffort
    private var left = Self.ofFile

    /// The operators of a page: a detailed map has a million.
    static let ofPage = 5_000_000
    /// The operators of all pages.
    static let ofFile = 25_000_000

    init(_ file: PDFFile, countsPixels: Bool) {
        effort = DrawingEffort(file, limit: Self.ofPage, countsPixels: countsPixels)
    }

    /// Counts a page.
    ///
    /// - Throws: `damaged_document` if it is too much.
    mutating func spend(page: Int) throws(Failure) {
        // A page that libqpdf does not find may be one that Poppler repairs.
        guard let count = try? effort.count(page: page) else { return }
        left -= count
        guard count < Self.ofPage, left > 0 else {
            throw Failure(.damagedDocument, "Page \(page + 1) of the PDF has too many parts to be drawn.")
        }
    }
}
