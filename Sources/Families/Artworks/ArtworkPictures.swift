import FailureModel
import Foundation
import Vips

/// The pictures that are made of an upload: upright, in sRGB, without anything else that the camera wrote.
enum ArtworkPictures {
    /// The longest side of a cleaned picture in pixels.
    static let cleanSide = 4_000
    /// The longest side of the picture that a page shows.
    static let largeSide = 2_000
    /// The longest side of the picture in a list.
    static let thumbSide = 500

    /// The quality of JPEGs.
    private static let quality = 90

    /// A picture that may be served and printed.
    struct Clean: Sendable {
        /// The bytes of a JPEG, or of a PNG if ``isPNG``.
        let bytes: Data
        /// Whether the picture is transparent somewhere, which a JPEG cannot be.
        let isPNG: Bool
        /// The number of columns.
        let width: Int
        /// The number of rows.
        let height: Int
        /// When the photo was taken by the camera's clock, as `2026-01-31T09:30:00`; `nil` if the file does not say.
        let taken: String?
    }

    /// Cleans an upload.
    ///
    /// - Throws: `Failure`: `unsupported_type`, `damaged_picture`, `animated_picture`, `picture_too_large`.
    static func clean(_ upload: Data) throws(Failure) -> Clean {
        let limits = PictureLimits()
        do throws(VipsError) {
            let source = try SourcePicture(upload, limits: limits)
            // The uploads that a service takes, which are fewer than the library reads.
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

    /// Makes the smaller pictures of a cleaned one, as JPEGs.
    ///
    /// - Throws: `Failure`, such as `damaged_picture`.
    static func small(of clean: Data) throws(Failure) -> (large: Data, thumb: Data) {
        let limits = PictureLimits()
        do throws(VipsError) {
            let large = try SourcePicture(clean, limits: limits).raster(longerSide: largeSide).flattened()
            // Not subsampled, since less is left of each edge.
            return (
                try large.jpeg(quality: quality, isSubsampled: false),
                try large.shrunk(longerSide: thumbSide).jpeg(quality: quality, isSubsampled: false)
            )
        } catch {
            throw Failure(error, limits: limits)
        }
    }
}
