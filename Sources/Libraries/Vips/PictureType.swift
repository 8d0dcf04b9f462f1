package import Foundation

/// A type of picture files that libvips may read.
package enum PictureType: String, CaseIterable, Hashable, Sendable {
    case jpeg, png, webp, heic, avif, tiff, gif

    /// The types read by default.
    package static let usual: Set<PictureType> = [.jpeg, .png, .webp, .heic, .avif, .tiff]

    /// The number of initial bytes needed to detect the type of a file.
    package static let headLength = 64

    /// Detects the type from the first bytes; `nil` if it is unknown.
    package init?(head: Data) {
        let head = [UInt8](head.prefix(Self.headLength))
        let name = head.dropFirst(4).prefix(4)
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if name.elementsEqual("ftyp".utf8), let type = Self.heif(head) {
            self = type
        } else if [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]]
            .contains(where: head.starts)
        {
            self = .tiff
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else {
            return nil
        }
    }

    /// The media type.
    package var mediaType: String { "image/\(rawValue)" }

    /// Whether pixels are stored losslessly, as is common for drawings.
    package var isLossless: Bool { [.png, .tiff, .gif].contains(self) }

    /// Returns the type by the brands of an ISO base media file.
    ///
    /// See ISO/IEC 23008-12, annex B.
    private static func heif(_ head: [UInt8]) -> PictureType? {
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        var brands: [String] = []
        // The minor version is between the major brand and the compatible ones.
        for place in [8] + stride(from: 16, to: max(16, min(size, head.count) - 3), by: 4) where place + 4 <= head.count
        {
            brands.append(String(decoding: head[place..<place + 4], as: UTF8.self))
        }
        if brands.contains(where: ["avif", "avis"].contains) { return .avif }
        return brands.contains(where: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains)
            ? .heic : nil
    }
}
