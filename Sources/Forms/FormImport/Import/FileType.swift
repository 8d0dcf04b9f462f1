package import Foundation
import Tesseract

/// The file types of forms, recognised by content and never by name.
package enum FileType: String, Sendable, Hashable, Codable {
    case pdf = "application/pdf"
    case jpeg = "image/jpeg"
    case png = "image/png"
    case tiff = "image/tiff"

    package var mimeType: String { rawValue }

    /// Recognises the type; nil for any other content.
    package init?(sniffing data: Data) {
        switch ImageFile.format(of: data) {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .tiff: self = .tiff
        case nil:
            // Acrobat accepts a header anywhere in the first 1,024 bytes (ISO 32000-1, annex H).
            guard data.prefix(1024).range(of: Data("%PDF-".utf8)) != nil else { return nil }
            self = .pdf
        }
    }
}
