import Artworks
import FailureModel
import FormModel
import Foundation
import PictureHeaders
import Typesetting
import Vips

/// A picture that has been read, and can be fitted to its place on a page.
struct PrintablePicture {
    private let bytes: Data
    private let header: PictureHeader

    /// The coarsest resolution to which a picture is enlarged, in pixels per inch.
    private static let coarsest = 72.0
    /// By how much the resolution may exceed the limit before a picture is made smaller, which costs quality.
    private static let tolerance = 1.5
    /// The quality of JPEGs that are made smaller.
    private static let quality = 90

    /// Reads the header; nil for what is neither PNG nor JPEG.
    init?(_ bytes: Data) {
        guard let header = PictureHeader(bytes), !header.isCutShort else { return nil }
        self.bytes = bytes
        self.header = header
    }

    private var width: Double { Double(header.orientation.swapsSides ? header.height : header.width) }
    private var height: Double { Double(header.orientation.swapsSides ? header.width : header.height) }

    /// Returns the largest size within a box, in points, in which the picture is whole and not too coarse to be seen.
    func size(within box: PageSize) -> PageSize {
        let scale = min(max(1, box.width) / width, max(1, box.height) / height, 72 / Self.coarsest)
        return PageSize(width: width * scale, height: height * scale)
    }

    /// The resolution in a size in points.
    func pixelsPerInch(in size: PageSize) -> Double { width / max(size.width, 0.01) * 72 }

    /// Returns a file for a size in points: the bytes as they are where their resolution is within 1.5 times the limit.
    ///
    /// - Throws: `damaged_picture`, or `out_of_memory`.
    func file(for size: PageSize, ppi: Int) throws(Failure) -> PictureFile {
        if pixelsPerInch(in: size) <= Double(ppi) * Self.tolerance { return PictureFile(bytes) }
        let side = Int((max(size.width, size.height) / 72 * Double(ppi)).rounded(.up))
        do throws(VipsError) {
            let raster = try SourcePicture(bytes).raster(longerSide: max(1, side))
            return PictureFile(
                try raster.isOpaque()
                    ? raster.jpeg(quality: Self.quality, isSubsampled: header.format == .jpeg) : raster.png())
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// Converts the reason for which a checked picture cannot be made smaller.
    fileprivate init(_ error: VipsError) {
        self =
            error == .outOfMemory
            ? Failure(.outOfMemory, "There is not enough memory to make a picture smaller.")
            : Failure(.damagedPicture, "A picture that had been checked cannot be made smaller.")
    }
}
