import LibCrypto
import Files
import Foundation
import QPDF

/// Identifies a form by the drawings on its pages.
///
/// The digest does not change when a form is saved again or partly filled. `docs/use/templates.md` specifies what it
/// covers.
package enum FormDigest {
    /// Returns the digest of a document as 64 hexadecimal digits.
    ///
    /// A picture file, and a PDF that exceeds the limits of ``DrawingDigest`` or cannot be read completely, is
    /// identified by its bytes. The function blocks.
    package static func of(_ document: ImportedDocument) -> String {
        guard document.fileType == .pdf, let file = try? Importer.open(document) else { return document.sha256 }
        defer { document.parsed.putBack(file) }
        var drawing = DrawingDigest(file)
        // Must change whenever the digest of the same pages changes.
        var all = SHA256()
        all.update(data: Data("formwright drawing 1\n".utf8))
        do {
            for page in document.pages.indices { all.update(data: try drawing.digest(ofPage: page)) }
        } catch {
            return document.sha256
        }
        return Hexadecimal.text(all.finalize())
    }
}
