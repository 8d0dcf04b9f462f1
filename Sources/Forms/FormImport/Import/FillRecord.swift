import Files
import FormModel
package import Foundation
import LibCrypto
package import PDFAssembly

/// What a filled PDF records about the blank form in it.
///
/// The values follow it in the mark, on a line of their own. See `docs/inside/architecture.md`.
package struct FillRecord: Sendable, Hashable, Codable {
    /// The version of the format, known before the rest is read.
    struct Version: Codable {
        var version: Int
    }

    /// The version that this program writes and reads.
    static let version = 1

    /// The version of its format.
    package var version = Self.version
    /// The number of bytes of the blank PDF.
    var length: Int
    /// The SHA-256 digest of the blank PDF, in lower-case hexadecimal.
    var sha256: String
    /// The digest of the file that the blank PDF was made from.
    var source: String
    /// The type of that file.
    var fileType: FileType
    /// The pictures that its pages were made from.
    var pictures: [Picture]

    struct Picture: Sendable, Hashable, Codable {
        var size: PageSize
        var sheet: PictureSheet?
    }

    /// Describes a blank document, or its bytes after a reset of fields.
    package init(of document: ImportedDocument, reset: Data? = nil) {
        length = (reset ?? document.pdf).count
        let known = reset == nil ? document.pdfDigest : nil
        sha256 = known ?? Hexadecimal.text(SHA256.hash(data: reset ?? document.pdf))
        source = document.sha256
        fileType = document.fileType
        pictures = document.pictures.map { Picture(size: $0.size, sheet: $0.sheet) }
    }

    /// Returns a mark with the record and values.
    ///
    /// - Parameter values: the values as JSON.
    /// - Returns: `nil` if there is not enough memory.
    package func mark(with values: Data) -> FileMark? {
        guard let own = try? JSONText.line(self) else { return nil }
        return FileMark(own + values)
    }
}
