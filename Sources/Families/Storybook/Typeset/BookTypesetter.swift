package import FailureModel
package import Foundation
import Families
import Typesetting

/// Typesets a storybook.
///
/// The same book gives the same bytes. Pictures are read one artwork at a time, so memory use does not grow with the
/// number of pages.
package struct BookTypesetter: Sendable {
    private let book: Storybook
    private let progress: @Sendable (_ completed: Int, _ total: Int) throws(Failure) -> Void

    /// Creates a typesetter of one book.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - progress: Called after each artwork. Throwing stops the work.
    package init(
        _ book: Storybook,
        progress: @escaping @Sendable (_ completed: Int, _ total: Int) throws(Failure) -> Void = { _, _ in }
    ) {
        self.book = book
        self.progress = progress
    }

    /// Sets the book in memory.
    ///
    /// - Throws: The errors of ``write(to:)``.
    package func pdf() throws(Failure) -> (pdf: Data, report: BookReport) {
        var pdf = Data()
        let report = try write { bytes in pdf += bytes }
        return (pdf, report)
    }

    /// Sets the book.
    ///
    /// This blocks.
    ///
    /// `write` receives the bytes of the PDF in order.
    ///
    /// - Throws: `book_empty`, `malformed_book` for invalid options, the errors of `Typesetter`, of reading pictures,
    ///   of `progress` and of `write`.
    package func write(to write: (Data) throws(Failure) -> Void) throws(Failure) -> BookReport {
        if let mistake = book.options.mistake { throw Failure(.malformedBook, mistake) }
        guard !book.artworks.isEmpty else { throw Failure(.bookEmpty, "The book has no artwork that can be printed.") }
        // Names are left out of the metadata. The title is the family's own choice.
        let typesetter = Typesetter(info: DocumentInfo(title: book.title))
        var report = BookReport()
        try typesetter.write(to: write) { canvas throws(Failure) in
            let pages = BookPages(canvas, book.options)
            try draw(pages)
            report = pages.report
            report.pages = canvas.pageCount
        }
        return report
    }

    private func draw(_ pages: BookPages) throws(Failure) {
        let covers = CoverPages(pages: pages, book: book)
        let extent = book.options.extent
        if extent != .page { try covers.drawCover() }
        if extent == .cover { return }
        if extent == .book, let dedication = book.dedication, !StoryText.trimmed(dedication).isEmpty {
            try covers.drawDedication(String(StoryText.trimmed(dedication)))
        }
        for (index, artwork) in book.artworks.enumerated() {
            try ArtworkPages(pages: pages, artwork: artwork, number: index + 1).draw()
            try progress(index + 1, book.artworks.count)
        }
        if extent == .page { return }
        // Blank pages precede the colophon, which is the back of the cover.
        while (pages.canvas.pageCount + 1) % book.options.multiple != 0 { _ = try pages.beginPage() }
        try covers.drawColophon()
    }
}
