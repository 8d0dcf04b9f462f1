import Artworks
import FailureModel
import Geometry
import Foundation
import PictureHeaders
import Typesetting
import Vips

/// A loaded picture to be fitted to its place on a page.
struct PrintablePicture {
    /// The bytes with their header; `nil` for an unreadable picture.
    private let source: (bytes: Data, header: PictureHeader)?

    /// The minimum resolution of an enlarged picture in pixels per inch.
    private static let coarsest = 72.0
    /// The tolerated excess resolution before a picture is shrunk, which costs quality.
    private static let tolerance = 1.5
    /// The quality of shrunk JPEGs.
    private static let quality = 90

    /// Reads the header; `nil` unless the bytes are a PNG or JPEG.
    init?(_ bytes: Data) {
        guard let header = PictureHeader(bytes), !header.isCutShort else { return nil }
        source = (bytes, header)
        let isTurned = header.orientation.swapsSides
        width = Double(isTurned ? header.height : header.width)
        height = Double(isTurned ? header.width : header.height)
    }

    private init(unreadable size: PageSize) {
        source = nil
        width = size.width
        height = size.height
    }

    var isReadable: Bool { source != nil }

    /// A placeholder for an unreadable picture with an empty place.
    static let unreadable = PrintablePicture(unreadable: PageSize(width: 400, height: 300))

    /// The upright size in pixels.
    private let width: Double
    private let height: Double

    /// Returns the largest size within a box in points without cropping or coarseness.
    func size(within box: PageSize) -> PageSize {
        let scale = min(max(1, box.width) / width, max(1, box.height) / height, 72 / Self.coarsest)
        return PageSize(width: width * scale, height: height * scale)
    }

    /// Returns the resolution at a size in points.
    func pixelsPerInch(in size: PageSize) -> Double { width / max(size.width, 0.01) * 72 }

    /// Returns a file for a size in points, or `nil` if the picture is unreadable.
    ///
    /// The bytes are unchanged if their resolution is within 1.5 times the limit.
    ///
    /// - Throws: `out_of_memory`.
    func file(for size: PageSize, ppi: Int) throws(Failure) -> PictureFile? {
        guard let (bytes, header) = source else { return nil }
        if pixelsPerInch(in: size) <= Double(ppi) * Self.tolerance { return PictureFile(bytes) }
        let side = Int((max(size.width, size.height) / 72 * Double(ppi)).rounded(.up))
        do throws(VipsError) {
            let raster = try SourcePicture(bytes).raster(longerSide: max(1, side))
            return PictureFile(
                try raster.isOpaque()
                    ? raster.jpeg(quality: Self.quality, isSubsampled: header.format == .jpeg) : raster.png())
        } catch .outOfMemory {
            throw Failure(.outOfMemory, "There is not enough memory to make a picture smaller.")
        } catch {
            return nil
        }
    }
}
