/// What a picture may demand of the machine; checked by its header, before its pixels are decoded.
package struct PictureLimits: Hashable, Sendable {
    /// The longer side in pixels.
    package var side: Int
    /// Width times height.
    package var pixels: Int
    /// The number of pictures in a TIFF or HEIC, of which one is read.
    package var pages: Int
    /// The number of frames of a picture that moves, of which the first is read.
    package var frames: Int

    /// Creates limits; what is left out has its default.
    ///
    /// - Parameters:
    ///   - side: 16,384 pixels by default.
    ///   - pixels: 100 million by default.
    ///   - pages: 20 by default.
    ///   - frames: 1 by default, so that pictures that move are refused.
    package init(side: Int = 16_384, pixels: Int = 100_000_000, pages: Int = 20, frames: Int = 1) {
        self.side = side
        self.pixels = pixels
        self.pages = pages
        self.frames = frames
    }

    func check(_ header: SourcePicture.Header) throws(VipsError) {
        // Divided, so that no product overflows.
        guard max(header.width, header.height) <= side, header.width <= pixels / max(header.height, 1) else {
            throw .tooLarge(width: header.width, height: header.height)
        }
        guard header.frames <= frames else { throw .animated(frames: header.frames) }
        guard header.pages <= pages else { throw .tooManyPages(header.pages) }
    }
}
