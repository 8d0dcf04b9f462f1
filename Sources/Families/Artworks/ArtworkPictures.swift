import FailureModel
import Foundation
import Vips

/// Makes pictures from an upload: upright, in sRGB, without metadata.
enum ArtworkPictures {
    /// The maximum longer side of a cleaned picture in pixels.
    static let cleanSide = 4_000
    /// The maximum longer side of the picture on a page.
    static let largeSide = 2_000
    /// The maximum longer side of the picture in a list.
    static let thumbSide = 500

    /// The JPEG quality.
    private static let quality = 90

    /// A picture to serve and print.
    struct Clean: Sendable {
        /// The bytes of a JPEG, or of a PNG if ``isPNG``.
        let bytes: Data
        /// Whether any pixel is transparent, which a JPEG cannot store.
        let isPNG: Bool
        /// The number of columns.
        let width: Int
        /// The number of rows.
        let height: Int
        /// The time of the photo by the camera's clock, as `2026-01-31T09:30:00`, if known.
        let taken: String?
    }

    /// Cleans an upload.
    ///
    /// - Throws: `Failure`: `unsupported_type`, `damaged_picture`, `animated_picture`, `picture_too_large`.
    static func clean(_ upload: Data) throws(Failure) -> Clean {
        let limits = PictureLimits()
        do throws(VipsError) {
            let source = try SourcePicture(upload, limits: limits)
            // A service accepts fewer types than the library reads.
            guard ArtworkKind.types.contains(source.header.type) else { throw .unknownType }
            let raster = try source.raster(longerSide: cleanSide)
            let isPNG = try !raster.isOpaque()
            let bytes =
                isPNG
                ? try raster.png()
                : try raster.jpeg(quality: quality, isSubsampled: !source.header.type.isLossless)
            return Clean(
                bytes: bytes, isPNG: isPNG, width: raster.width, height: raster.height, taken: source.header.taken)
        } catch {
            throw Failure(error, limits: limits)
        }
    }

    /// Makes the smaller pictures of a cleaned one as JPEGs.
    ///
    /// - Throws: `Failure`, such as `damaged_picture`.
    static func small(of clean: Data) throws(Failure) -> (large: Data, thumb: Data) {
        let limits = PictureLimits()
        do throws(VipsError) {
            let large = try SourcePicture(clean, limits: limits).raster(longerSide: largeSide).flattened()
            // Not subsampled, because less of each edge remains.
            return (
                try large.jpeg(quality: quality, isSubsampled: false),
                try large.shrunk(longerSide: thumbSide).jpeg(quality: quality, isSubsampled: false)
            )
        } catch {
            throw Failure(error, limits: limits)
        }
    }
}
