import QPDF

/// Compares the pages of a filled form with those of its blank.
enum FilledPages {
    /// Returns whether the pages of a file begin with those of a blank document.
    ///
    /// It notices pages that another program changed. What is drawn over them passes.
    static func begin(with blank: ImportedDocument, _ file: PDFFile) -> Bool {
        guard let original = try? Importer.open(blank) else { return false }
        defer { blank.parsed.putBack(original) }
        var (before, after) = (DrawingDigest(original), DrawingDigest(file))
        do {
            guard try file.pageCount() >= blank.pages.count else { return false }
            for page in blank.pages.indices {
                let (old, new) = (try before.drawing(ofPage: page), try after.drawing(ofPage: page))
                guard old.box == new.box, new.instructions.starts(with: old.instructions) else { return false }
            }
            return true
        } catch {
            return false
        }
    }
}
