import CQPDF

extension PDFFile {
    /// Appends the pages of another file (`qpdf_add_page`).
    ///
    /// This cannot be undone by ``restoring(_:)``.
    ///
    /// - Parameter other: The file with the pages, without tags and fields.
    /// - Throws: `QPDFError` if a page of either file cannot be read.
    package func append(pagesOf other: PDFFile) throws(QPDFError) {
        for index in 0..<(try other.pageCount()) {
            let page = try other.page(index)
            _ = page.with { qpdf_add_page(handle, other.handle, $0, 0) }
            try check()
        }
        overlays.append(other)
    }
}
