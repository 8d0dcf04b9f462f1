import CVips
import Foundation

extension SourcePicture {
    /// Returns whether all frames of a GIF or WebP are complete and can be decoded.
    ///
    /// - Throws: ``VipsError/tooLarge(width:height:)`` if the frames together exceed the maximum number of pixels;
    ///   ``VipsError/outOfMemory``, ``VipsError/libraryMissing``.
    package func hasAllFrames() throws(VipsError) -> Bool {
        guard header.type == .webp || header.type == .gif && GIFBlocks.areWhole(data) else { return false }
        var column = header
        (column.height, column.frames) = (header.height * header.frames, 1)
        try PictureLimits(side: 1_000_000).check(column)
        do throws(VipsError) {
            return try Self.withBytes(of: data) { bytes throws(VipsError) in
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                let frames = try VipsImageHandle {
                    header.type == .gif
                        ? formwright_vips_gifload_frames(start, bytes.count, $0)
                        : formwright_vips_webpload_frames(start, bytes.count, $0)
                }
                // Reads every pixel and keeps none.
                _ = try frames.least()
                return true
            }
        } catch .damaged {
            return false
        }
    }
}
