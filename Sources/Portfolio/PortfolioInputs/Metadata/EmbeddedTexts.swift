import Portfolio
package import Vips

/// The embedded texts of a file that are kept.
package struct EmbeddedTexts: Hashable, Sendable {
    package var title: String?
    package var caption: String?
    package var altText: String?
    package var keywords: [String] = []
    /// The creation date of the picture, as `2026-01-31`.
    package var date: String?

    /// The default captions of cameras, and of digiKam.
    private static let emptyCaptions = ["DIGITAL CAMERA", "SONY DSC", "DCIM", "SAMSUNG", "X-DEFAULT"]

    /// Chooses among the formats: XMP, which people edit last, then IPTC, then EXIF.
    ///
    /// - Parameters:
    ///   - metadata: The metadata in the file.
    ///   - taken: The time of the photo by the camera's clock.
    package init(_ metadata: PictureMetadata, taken: String?) {
        let xmp = metadata.xmp.map { XMPTexts($0) } ?? XMPTexts()
        let iptc = metadata.iptc.map { IPTCTexts($0) } ?? IPTCTexts()
        title =
            BoundedText.line(xmp.title, PortfolioLimits.title) ?? BoundedText.line(iptc.title, PortfolioLimits.title)
        caption =
            Self.caption(xmp.caption) ?? Self.caption(iptc.caption) ?? Self.caption(metadata.description)
        altText = BoundedText.line(xmp.altText, BoundedText.caption)
        keywords = BoundedText.keywords(xmp.keywords + iptc.keywords)
        date = BoundedText.day(taken) ?? BoundedText.day(xmp.date) ?? BoundedText.day(iptc.date)
    }

    private static func caption(_ text: String?) -> String? {
        guard let line = BoundedText.line(text, BoundedText.caption) else { return nil }
        return emptyCaptions.contains(where: line.uppercased().contains) && line.count < 40 ? nil : line
    }
}
