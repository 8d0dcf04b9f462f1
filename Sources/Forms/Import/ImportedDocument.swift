package import Foundation
package import QPDF

/// A document whose bytes are known to be readable and within the limits. Nothing on its pages has been looked at.
package struct ImportedDocument: Sendable {
    /// As the user knows it, without folders.
    package var fileName: String
    package var fileType: FileType
    /// Lower-case hexadecimal digest of the bytes as they came.
    package var sha256: String
    /// The PDF to work on: the bytes themselves, or the pages that a picture was put on.
    package var pdf: Data
    /// The password that opens it.
    package var password: String?
    package var pages: [PageGeometry]
    /// The fields of its AcroForm; where there are any, they are the truth.
    package var widgets: [Widget]
    /// Sentences for people: what was mended, what may surprise.
    package var warnings: [String]

    /// What is left of reading the above.
    var parsed = ParsedFiles()
}
