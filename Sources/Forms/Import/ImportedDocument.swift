public import Foundation
public import QPDF

/// A document whose bytes are known to be readable and within the limits. Nothing on its pages has been looked at.
public struct ImportedDocument: Sendable {
    /// As the user knows it, without folders.
    public var fileName: String
    public var fileType: FileType
    /// Lower-case hexadecimal digest of the bytes as they came.
    public var sha256: String
    /// The PDF to work on: the bytes themselves, or the pages that a picture was put on.
    public var pdf: Data
    /// The password that opens it.
    public var password: String?
    public var pages: [PageGeometry]
    /// The fields of its AcroForm; where there are any, they are the truth.
    public var widgets: [Widget]
    /// Sentences for people: what was mended, what may surprise.
    public var warnings: [String]

    /// What is left of reading the above.
    var parsed = ParsedFiles()
}
