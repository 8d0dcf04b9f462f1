import Foundation

/// What a GIF says about its size in its first bytes, which can be checked before libvips reads the frames.
enum GIFScreen {
    /// Returns a header with the size of the screen and nothing else.
    static func header(_ data: Data) throws(VipsError) -> SourcePicture.Header {
        let head = [UInt8](data.prefix(10))
        guard head.count == 10 else { throw .damaged }
        return SourcePicture.Header(
            type: .gif, width: Int(head[6]) | Int(head[7]) << 8, height: Int(head[8]) | Int(head[9]) << 8,
            orientation: 1, frames: 1, pages: 1, bands: 3, hasAlpha: false, hasProfile: false, isCMYK: false)
    }
}
