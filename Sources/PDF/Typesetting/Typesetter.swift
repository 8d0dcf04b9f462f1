package import FailureModel
package import Foundation

/// Typesets flowing content on pages of a PDF.
///
/// Pages are written as they are filled, and blocks are pulled on demand, so memory use does not grow with the text:
/// besides a few bytes per page, it holds the data of headings, named places and links and, in a tagged document, of
/// elements. All methods block, and must be called on a thread for blocking work.
package struct Typesetter: Sendable {
    private let template: PageTemplate
    private let info: DocumentInfo
    private let options: TypesettingOptions

    /// Creates a typesetter of documents that begin with a template.
    package init(
        template: PageTemplate = PageTemplate(), info: DocumentInfo = DocumentInfo(),
        options: TypesettingOptions = TypesettingOptions()
    ) {
        self.template = template
        self.info = info
        self.options = options
    }

    /// Sets a document in memory.
    ///
    /// - Throws: `malformed_flow`, `output_too_long`, `disk_full` or `output_unwritable` (of the folder for temporary
    ///   files), `out_of_memory`.
    package func pdf(_ blocks: some Sequence<FlowBlock>) throws(Failure) -> (pdf: Data, report: TypesettingReport) {
        var pdf = Data()
        let report = try write(blocks) { bytes in pdf += bytes }
        return (pdf, report)
    }

    /// Sets a document, and passes the bytes of the PDF to `write` in order.
    ///
    /// They are passed after the last block was pulled.
    ///
    /// - Throws: The errors of ``pdf(_:)`` and of `write`.
    @discardableResult package func write(
        _ blocks: some Sequence<FlowBlock>, to write: (Data) throws(Failure) -> Void
    ) throws(Failure) -> TypesettingReport {
        try writeDocument(to: write) { pages throws(Failure) in try fill(pages, with: blocks) }
    }

    /// Writes pages drawn by `draw`, and passes the PDF to `write` in order.
    ///
    /// `draw` decides on all positions. The bytes are passed after the last page was drawn.
    ///
    /// - Throws: `output_too_long`, `disk_full` or `output_unwritable` (of the folder for temporary files),
    ///   `out_of_memory`, and the errors of `write` and `draw`.
    @discardableResult package func write(
        to write: (Data) throws(Failure) -> Void, drawing draw: (PageCanvas) throws(Failure) -> Void
    ) throws(Failure) -> TypesettingReport {
        try writeDocument(to: write) { pages throws(Failure) in
            let canvas = PageCanvas(pages, info: info, options: options)
            try draw(canvas)
            try canvas.endPage()
        }
    }

    private func writeDocument(
        to write: (Data) throws(Failure) -> Void, filling fill: (DrawnPages) throws(Failure) -> Void
    ) throws(Failure) -> TypesettingReport {
        let spool = Spool()
        let pages = DrawnPages(spool: spool, info: info, options: options)
        try fill(pages)
        let drawn = try pages.finish()
        try withoutActuallyEscaping(write) { write throws(Failure) in
            var writer = try PDFWriter(
                spool, drawn, info: info, options: options, write: write)
            try writer.write()
        }
        return drawn.places.report
    }

    /// Computes places without drawing, for example for page numbers in a table of contents.
    ///
    /// - Throws: `malformed_flow` or `output_too_long`.
    package func measure(_ blocks: some Sequence<FlowBlock>) throws(Failure) -> TypesettingReport {
        let pages = UndrawnPages()
        try fill(pages, with: blocks)
        return pages.report
    }

    private func fill(_ pages: any PageOutput, with blocks: some Sequence<FlowBlock>) throws(Failure) {
        let filler = PageFiller(template, options: options, output: pages)
        let setter = try FlowSetter(template, language: info.language, options: options, filler: filler)
        for block in blocks { try setter.set(block) }
        try setter.finish()
    }
}
