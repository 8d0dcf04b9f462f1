/// Resource limits of a picture, checked by its header before decoding.
package struct PictureLimits: Hashable, Sendable {
    /// The maximum length of the longer side in pixels.
    package var side: Int
    /// The maximum number of pixels.
    package var pixels: Int
    /// The maximum number of pictures in a TIFF or HEIC; one is read.
    package var pages: Int
    /// The maximum number of frames of an animated picture; the first is read.
    package var frames: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - side: 16,384 pixels by default.
    ///   - pixels: 100 million by default.
    ///   - pages: 20 by default.
    ///   - frames: 1 by default, which rejects animated pictures.
    package init(side: Int = 16_384, pixels: Int = 100_000_000, pages: Int = 20, frames: Int = 1) {
        self.side = side
        self.pixels = pixels
        self.pages = pages
        self.frames = frames
    }

    func check(_ header: SourcePicture.Header) throws(VipsError) {
        // A division avoids overflow.
        guard max(header.width, header.height) <= side, header.width <= pixels / max(header.height, 1) else {
            throw .tooLarge(width: header.width, height: header.height)
        }
        guard header.frames <= frames else { throw .animated(frames: header.frames) }
        guard header.pages <= pages else { throw .tooManyPages(header.pages) }
    }
}
