package import Foundation
package import QPDF

/// A document whose bytes are known to be readable and within the limits.
///
/// The content of its pages has not been examined.
package struct ImportedDocument: Sendable {
    /// The file's name as the user knows it, without folders.
    package var fileName: String
    package var fileType: FileType
    /// The SHA-256 digest of the original bytes, in lower-case hexadecimal.
    package var sha256: String
    /// The PDF to work on: the original bytes, or pages made from a picture.
    package var pdf: Data
    /// The password that opens the PDF.
    package var password: String?
    package var pages: [PageGeometry]
    /// The fields of the AcroForm; if there are any, they are authoritative.
    package var widgets: [Widget]
    /// Sentences for the user about what was repaired and what may be unexpected.
    package var warnings: [String]
    /// Whether the document is tagged, for those who have it read to them.
    package var isTagged = false

    /// The parsed PDF that remains from reading the above.
    package var parsed = ParsedFiles()

    /// The unit of a page's user space, in points.
    package func unit(ofPage index: Int) -> Double { pages.indices.contains(index) ? pages[index].userUnit : 1 }
}
