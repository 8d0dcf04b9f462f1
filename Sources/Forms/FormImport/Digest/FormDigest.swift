import LibCrypto
import Files
import Foundation
import QPDF

/// Identifies a form by what its pages draw, so that it is known again when it was saved again or partly filled.
///
/// `docs/use/templates.md` says what the digest covers and what it leaves out.
package enum FormDigest {
    /// Returns the digest of a document, as 64 hexadecimal digits.
    ///
    /// A picture file, and a PDF that exceeds the limits of ``DrawingDigest`` or cannot be read completely, is
    /// identified by its bytes. Blocks.
    package static func of(_ document: ImportedDocument) -> String {
        guard document.fileType == .pdf, let file = try? Importer.open(document) else { return document.sha256 }
        defer { document.parsed.putBack(file) }
        var drawing = DrawingDigest(file)
        // Changed whenever the same pages would give another digest.
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
