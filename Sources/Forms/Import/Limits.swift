/// What a document may ask of the machine. Beyond each limit importing throws the error named with it.
public struct Limits: Sendable, Hashable {
    /// Of the file, in bytes (`input_too_large`).
    public var fileSize = 512 << 20
    /// Pages (`too_many_pages`).
    public var pages = 5_000
    /// The longer side of a PDF page, in points (`page_too_large`): 100 inches.
    public var pageSide = 7_200.0
    /// The longer side of a picture, in pixels (`picture_too_large`).
    public var pictureSide = 16_384
    /// Width times height of a picture, in pixels (`picture_too_large`): an A3 page at 600 dpi is 70 million.
    public var picturePixels = 100_000_000

    public init() {}
}
