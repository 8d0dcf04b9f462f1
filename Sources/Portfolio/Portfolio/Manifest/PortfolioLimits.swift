/// The limits of a portfolio, which are maximum values unless they say otherwise.
package enum PortfolioLimits {
    /// The number of inputs.
    package static let inputs = 500
    /// The size of a file in bytes.
    package static let fileSize: Int64 = 512 << 20
    /// The number of pixels of a picture, from its header.
    package static let pixels = 100_000_000
    /// The least width and height of a picture in pixels.
    package static let leastSide = 16
    /// The number of pages of a TIFF.
    package static let pages = 20
    /// The number of characters of a text.
    package static let text = 50_000
    /// The number of characters of a title.
    package static let title = 100
    /// The number of characters of a subtitle.
    package static let subtitle = 200
    /// The number of characters of an address.
    package static let url = 2_048
    /// The number of entries of a folder or archive, at all levels.
    package static let entries = 20_000
    /// The number of levels of folders.
    package static let depth = 8
    /// The unpacked size of a folder or archive in bytes.
    package static let totalSize: Int64 = 4 << 30
}
