import QPDF

/// The overlays with values that Formwright stamps on pages.
package enum StampedOverlay {
    /// Returns whether a page of a document has an overlay, and blocks.
    ///
    /// It is found in flattened forms and parts of them as well. A picture has none.
    ///
    /// - Throws: `Failure` if the file cannot be read.
    package static func exists(in document: ImportedDocument) throws -> Bool {
        guard document.fileType == .pdf else { return false }
        let file = try Importer.open(document)
        defer { document.parsed.putBack(file) }
        for index in document.pages.indices {
            let forms = try file.page(index).inherited("/Resources")["/XObject"]
            if forms.keys.contains(where: { !forms[$0][PDFFile.overlayKey].isNull }) { return true }
        }
        return false
    }
}
