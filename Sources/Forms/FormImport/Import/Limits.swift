/// The limits for a document.
///
/// Importing a document that exceeds a limit throws the error given there.
public struct Limits: Sendable, Hashable {
    /// Maximum size of the file in bytes (`input_too_large`).
    public var fileSize: Int
    /// Maximum number of pages (`too_many_pages`).
    public var pages: Int
    /// Maximum length of a PDF page's longer side in points (`page_too_large`).
    public var pageSide: Double
    /// Maximum length of a picture's longer side in pixels (`picture_too_large`).
    public var pictureSide: Int
    /// Maximum number of pixels of a picture (`picture_too_large`).
    public var picturePixels: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - fileSize: in bytes; the default is 512 MB.
    ///   - pages: the default is 5,000.
    ///   - pageSide: in points; the default is 100 inches.
    ///   - pictureSide: in pixels; the default is 16,384.
    ///   - picturePixels: the default is 100 million; an A3 page at 600 dpi has 70 million.
    public init(
        fileSize: Int = 512 << 20, pages: Int = 5_000, pageSide: Double = 7_200, pictureSide: Int = 16_384,
        picturePixels: Int = 100_000_000
    ) {
        self.fileSize = fileSize
        self.pages = pages
        self.pageSide = pageSide
        self.pictureSide = pictureSide
        self.picturePixels = picturePixels
    }
}
