import LibCrypto
import Files
import FormModel
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
    /// identified by its bytes. Pages that are parts of pictures are also identified by their places in them, so that
    /// fields corrected on the whole picture are not used on them. The function blocks.
    package static func of(_ document: ImportedDocument) -> String {
        let sheets = document.pictures.map(\.sheet)
        if sheets.contains(where: { $0 != nil }) {
            let places = sheets.map { sheet in
                (sheet?.corners ?? []).map { "\($0.x),\($0.y)" }.joined(separator: " ")
            }
            let text = "formwright pages of pictures 1\n\(document.sha256)\n\(places.joined(separator: "\n"))"
            return Hexadecimal.text(SHA256.hash(data: Data(text.utf8)))
        }
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
