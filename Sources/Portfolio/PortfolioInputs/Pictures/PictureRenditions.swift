import FailureModel
import Foundation
import Portfolio
import Vips

/// The smaller pictures without metadata that are shown in place of an original.
struct PictureRenditions {
    /// The maximum longer sides in pixels.
    static let sides: [(quality: Rendition.Quality, side: Int)] = [(.high, 2_048), (.medium, 1_024), (.thumb, 400)]
    /// The JPEG quality.
    static let jpegQuality = 85

    /// The largest rendition.
    let high: RasterPicture
    /// Whether any pixel is transparent.
    let hasAlpha: Bool
    /// Whether four pixels may share their chroma, as in photos.
    let isSubsampled: Bool

    /// Creates renditions of a picture with a longer side of at most 2,048 pixels.
    init(_ picture: RasterPicture, isSubsampled: Bool) throws(VipsError) {
        hasAlpha = try !picture.isOpaque()
        high = picture.hasAlpha && !hasAlpha ? try picture.flattened() : picture
        self.isSubsampled = isSubsampled
    }

    /// Stores the renditions.
    ///
    /// - Parameters:
    ///   - output: The destination.
    ///   - page: The page from 0; `nil` for a picture without pages.
    /// - Returns: The renditions, largest first.
    /// - Throws: `VipsError`, or an error of the store.
    func put(_ output: AnalysisOutput, page: Int? = nil) throws -> [Rendition] {
        var renditions: [Rendition] = []
        var picture = high
        for (quality, side) in Self.sides {
            // Each is made from the previous one, which is cheap and not visibly different.
            picture = try picture.shrunk(longerSide: side)
            let bytes =
                hasAlpha
                ? try picture.png() : try picture.jpeg(quality: Self.jpegQuality, isSubsampled: isSubsampled)
            let mediaType = hasAlpha ? "image/png" : "image/jpeg"
            let name = Self.prefix(ofPage: page) + quality.rawValue + (hasAlpha ? ".png" : ".jpg")
            try output.put(bytes, name, mediaType)
            renditions.append(
                Rendition(
                    name: name, quality: quality, page: page ?? 0, mediaType: mediaType, width: picture.width,
                    height: picture.height, byteCount: bytes.count))
        }
        return renditions
    }

    /// Returns the facts of the picture, given the size of its original.
    func facts(width: Int, height: Int, isDrawing: Bool = false, isPlainJPEG: Bool = false) throws -> PictureFacts {
        let opaque = try high.flattened()
        let small = try opaque.shrunk(longerSide: PixelMeasures.side)
        let grid = PixelGrid(small)
        let measures = PixelMeasures(grid)
        var features = measures.features
        features.details = DetailMeasures.details(
            small: grid, large: PixelGrid(opaque), isShrunk: max(width, height) > max(high.width, high.height))
        let tiny = PixelGrid(try small.shrunk(longerSide: BlurHash.side))
        return PictureFacts(
            width: width, height: height, features: features, differenceHash: measures.differenceHash,
            blurHash: BlurHash.text(of: tiny, across: 4, down: 3), colors: ColorClusters.of(tiny),
            edges: ColorClusters.of(grid.edges), clearEdges: try clearEdges(), hasAlpha: hasAlpha, isDrawing: isDrawing,
            isPlainJPEG: isPlainJPEG)
    }

    /// Returns the nearly transparent share of the edges; `nil` for an opaque picture.
    private func clearEdges() throws -> Double? {
        guard hasAlpha else { return nil }
        let small = try high.shrunk(longerSide: PixelMeasures.side)
        let pixels = small.pixels
        let edges = PixelGrid.edges(width: small.width, height: small.height)
        let clear = edges.count { pixels[($0 + 1) * small.bands - 1] < Self.clear }
        return PixelMeasures.rounded(Double(clear) / Double(max(1, edges.count)))
    }

    /// The alpha value (0 to 255) below which a pixel counts as transparent.
    private static let clear = 32

    /// Returns the prefix of a page, such as `p01-` for the first.
    private static func prefix(ofPage page: Int?) -> String {
        page.map { "p\($0 < 9 ? "0" : "")\($0 + 1)-" } ?? ""
    }
}
