import Artworks
import FailureModel
import Geometry
import Foundation
import PictureHeaders
import Typesetting
import Vips

/// A picture that has been read, and can be fitted to its place on a page.
struct PrintablePicture {
    /// The bytes and what their header says; nil for a picture that cannot be read.
    private let source: (bytes: Data, header: PictureHeader)?

    /// The coarsest resolution to which a picture is enlarged, in pixels per inch.
    private static let coarsest = 72.0
    /// By how much the resolution may exceed the limit before a picture is made smaller, which costs quality.
    private static let tolerance = 1.5
    /// The quality of JPEGs that are made smaller.
    private static let quality = 90

    /// Reads the header; nil for what is neither PNG nor JPEG.
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

    /// Stands for a picture that cannot be read, whose place stays empty.
    static let unreadable = PrintablePicture(unreadable: PageSize(width: 400, height: 300))

    /// The size when upright, in pixels.
    private let width: Double
    private let height: Double

    /// Returns the largest size within a box, in points, in which the picture is whole and not too coarse to be seen.
    func size(within box: PageSize) -> PageSize {
        let scale = min(max(1, box.width) / width, max(1, box.height) / height, 72 / Self.coarsest)
        return PageSize(width: width * scale, height: height * scale)
    }

    /// The resolution in a size in points.
    func pixelsPerInch(in size: PageSize) -> Double { width / max(size.width, 0.01) * 72 }

    /// Returns a file for a size in points: the bytes as they are where their resolution is within 1.5 times the limit;
    /// nil if the picture cannot be read.
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
