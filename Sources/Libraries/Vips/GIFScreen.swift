import Foundation

/// Reads the size of a GIF, to be checked before libvips reads the frames.
enum GIFScreen {
    /// Returns a header with only the screen size.
    static func header(_ data: Data) throws(VipsError) -> SourcePicture.Header {
        let head = [UInt8](data.prefix(10))
        guard head.count == 10 else { throw .damaged }
        return SourcePicture.Header(
            type: .gif, width: Int(head[6]) | Int(head[7]) << 8, height: Int(head[8]) | Int(head[9]) << 8,
            orientation: 1, frames: 1, pages: 1, bands: 3, hasAlpha: false, hasProfile: false, isCMYK: false)
    }
}
