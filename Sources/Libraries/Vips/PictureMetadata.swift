package import Foundation

/// The textual metadata of a picture file, which is not to be trusted.
package struct PictureMetadata: Hashable, Sendable {
    /// The maximum size of each field in bytes; larger ones are left out.
    package static let sizeLimit = 1 << 20

    /// The EXIF description of the picture (`ImageDescription`).
    package var description: String?
    /// An XMP packet, which is XML.
    package var xmp: Data?
    /// IPTC datasets, in Photoshop resources if from a JPEG.
    package var iptc: Data?
    /// The ICC profile.
    package var profile: Data?

    /// Creates metadata.
    package init(description: String? = nil, xmp: Data? = nil, iptc: Data? = nil, profile: Data? = nil) {
        self.description = description
        self.xmp = xmp
        self.iptc = iptc
        self.profile = profile
    }
}

extension SourcePicture {
    /// Reads the metadata without decoding pixels.
    ///
    /// - Throws: ``VipsError``.
    package func metadata() throws(VipsError) -> PictureMetadata {
        try Self.withBytes(of: data) { bytes throws(VipsError) in
            let image = try Self.image(of: bytes, header.type, shrink: 1, page: page)
            return PictureMetadata(
                description: image.text("exif-ifd0-ImageDescription").flatMap(Self.value),
                xmp: image.blob("xmp-data", limit: PictureMetadata.sizeLimit),
                iptc: image.blob("iptc-data", limit: PictureMetadata.sizeLimit),
                profile: image.blob("icc-profile-data", limit: PictureMetadata.sizeLimit))
        }
    }

    /// Returns the value of an EXIF text, which libvips writes twice.
    ///
    /// The format is `TEXT (TEXT, ASCII, 5 components, 5 bytes)`.
    static func value(_ field: String) -> String? {
        guard let end = field.firstMatch(of: /, ASCII, \d+ components, \d+ bytes\)$/) else { return nil }
        let both = field[..<end.range.lowerBound]
        // The two are separated by " (".
        return both.count > 2 ? String(both.prefix((both.count - 2) / 2)) : nil
    }
}
