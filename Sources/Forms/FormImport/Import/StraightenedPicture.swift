import Foundation
import FormModel
import PageRectification
import Tesseract

/// A page made from the sheet that a photo shows.
///
/// The page is straight, upright and evenly lit, with paper white and print dark.
struct StraightenedPicture {
    /// The page as a JPEG.
    let jpeg: Data
    /// The number of its columns.
    let width: Int
    /// The number of its rows.
    let height: Int
    /// The size of the page in points.
    let size: PageSize
    /// The place of the page in the picture.
    let sheet: PictureSheet

    /// The outcome for a picture.
    enum Outcome {
        case page(StraightenedPicture)
        /// The picture stays as it is, since it shows paper only.
        case unchanged
        /// The picture stays as it is, since no sheet was found in it.
        case noSheet
    }

    /// Maximum number of pixels that are examined; larger pictures are reduced.
    ///
    /// A sheet that fills so many has 300 pixels per inch, and more are never used.
    private static let mostPixels = 30_000_000
    /// Minimum number of pixels on a side of a photo or scan.
    private static let leastSide = 300
    /// Pixels per inch at which the orientation of text is examined.
    private static let textResolution = 200
    /// The JPEG's quality: text keeps its edges.
    private static let quality = 88

    /// Minimum skew in degrees for turning a scan.
    private static let leastSkew = 0.5
    /// Maximum angle in degrees that counts as skew.
    private static let mostSkew = 5.0
    /// Minimum of Leptonica's confidence value at which an angle is reliable.
    private static let skewConfidence = 3.0

    /// Returns the page of a picture, which has a size in points as a whole.
    static func page(
        of bitmap: Bitmap, orientation: PictureOrientation, size: PageSize
    ) throws(BitmapError) -> Outcome {
        guard min(bitmap.width, bitmap.height) >= leastSide else { return .unchanged }
        var picture = ColorPicture(width: bitmap.width, height: bitmap.height, pixels: try bitmap.rgb())
        let reduction = Int((Double(bitmap.width * bitmap.height) / Double(mostPixels)).squareRoot().rounded(.up))
        picture = picture.reduced(by: reduction)
        if orientation.isMirrored { picture = picture.mirrored() }
        picture = picture.turned(quarters: orientation.quarterTurns)
        switch SheetFinder.content(of: picture) {
        case .paper:
            guard let page = try cleaned(picture, size: size) else { return .unchanged }
            return .page(try StraightenedPicture(page, scale: Double(max(1, reduction))))
        case .other: return .noSheet
        case .sheet(let found):
            guard let page = PageRectification.page(of: found, in: picture) else { return .noSheet }
            return .page(try StraightenedPicture(page, scale: Double(max(1, reduction))))
        }
    }

    /// Returns the page of a skewed or dark scan, or nil for a good one.
    private static func cleaned(_ scan: ColorPicture, size: PageSize) throws(BitmapError) -> RectifiedPage? {
        let resolution = Double(scan.width) / size.width * 72
        let isBright = PageRectification.isBright(scan, resolution: resolution)
        let gray = scan.reduced(by: Int(resolution) / textResolution).gray
        var skew = 0.0
        if let found = try Bitmap(gray).skew(), found.confidence >= skewConfidence, abs(found.degrees) <= mostSkew {
            skew = found.degrees
        }
        guard !isBright || abs(skew) >= leastSkew else { return nil }
        return PageRectification.page(of: scan, size: size, skew: skew)
    }

    private init(_ page: RectifiedPage, scale: Double) throws(BitmapError) {
        let reduction = max(1, page.resolution / Self.textResolution)
        let turns = try TextOrientation.turns(
            of: page.picture.reduced(by: reduction).gray, resolution: page.resolution / reduction)
        let upright = page.picture.turned(quarters: turns)
        let resolution = page.resolution
        let bitmap =
            upright.isGray
            ? try Bitmap(upright.gray, resolution: resolution)
            : try Bitmap(rgb: upright.pixels, width: upright.width, height: upright.height, resolution: resolution)
        jpeg = Data(try bitmap.jpegData(quality: Self.quality))
        (width, height) = (upright.width, upright.height)
        size = turns & 1 == 1 ? PageSize(width: page.size.height, height: page.size.width) : page.size
        // Turned clockwise once, the page's top left corner is the one that was at the bottom left.
        sheet = PictureSheet(
            corners: page.corners.startingAt(4 - turns).corners.map {
                PictureSheet.Corner(x: Self.rounded($0.x, scale), y: Self.rounded($0.y, scale))
            })
    }

    /// Returns a coordinate in the whole picture, to a tenth of a pixel.
    private static func rounded(_ coordinate: Double, _ scale: Double) -> Double {
        ((coordinate + 0.5) * scale * 10).rounded() / 10
    }
}

extension PictureOrientation {
    /// Whether the stored picture is exchanged left to right, before it is turned.
    fileprivate var isMirrored: Bool {
        switch self {
        case .mirrored, .mirroredTurned180, .mirroredTurned270, .mirroredTurned90: true
        case .upright, .turned180, .turned90, .turned270: false
        }
    }

    /// The number of clockwise quarter turns that make it upright.
    fileprivate var quarterTurns: Int {
        switch self {
        case .upright, .mirrored: 0
        case .turned90, .mirroredTurned90: 1
        case .turned180, .mirroredTurned180: 2
        case .turned270, .mirroredTurned270: 3
        }
    }
}
