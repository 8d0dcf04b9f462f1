/// What a document may demand of the machine.
///
/// Importing a document beyond a limit throws the error named with it.
public struct Limits: Sendable, Hashable {
    /// Size of the file in bytes (`input_too_large`).
    public var fileSize: Int
    /// Number of pages (`too_many_pages`).
    public var pages: Int
    /// Longer side of a PDF page in points (`page_too_large`).
    public var pageSide: Double
    /// Longer side of a picture in pixels (`picture_too_large`).
    public var pictureSide: Int
    /// Width times height of a picture in pixels (`picture_too_large`).
    public var picturePixels: Int

    /// Creates limits; what is left out has its default.
    ///
    /// - Parameters:
    ///   - fileSize: in bytes; 512 MB by default.
    ///   - pages: 5,000 by default.
    ///   - pageSide: in points; 100 inches by default.
    ///   - pictureSide: in pixels; 16,384 by default.
    ///   - picturePixels: 100 million by default; an A3 page at 600 dpi has 70 million.
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
