import Foundation
import Geometry

/// The size of a photographed sheet, recovered from the perspective of its corners.
///
/// A camera whose principal point is the picture's centre shows a rectangle of given proportions as a certain
/// quadrilateral, up to its focal length. Proportions and focal lengths are compared by how well they explain it.
struct SheetSize {
    /// The proportions: the length of the second side over the first.
    var ratio: Double
    /// The standard size with these proportions; `nil` if no standard size has them.
    var standard: PageSize?
    /// The deviation from a sheet of this size, in standard deviations.
    var deviation: Double

    private static let a4 = PageSize(width: 595.276, height: 841.89)
    private static let letter = PageSize(width: 612, height: 792)
    private static let legal = PageSize(width: 612, height: 1_008)
    /// The most likely focal length, over the picture's diagonal.
    private static let usualFocalLength = 0.68
    /// The standard deviation of the focal length's logarithm.
    private static let focalSpread = 0.3
    /// The standard deviation of the cosine of an angle between the sheet's sides.
    private static let angleSpread = 0.012
    /// The standard deviation of the logarithm of the proportions.
    private static let ratioSpread = 0.012
    /// Focal lengths to try, over the usual one.
    private static let focalFactors = (0..<49).map { exp(Double($0 - 24) / 24 * 0.9) }
    /// Maximum deviation at which a standard size explains the corners.
    static let mostDeviation = 5.0

    /// Estimates the size of the sheet with these corners.
    ///
    /// - Parameters:
    ///   - sheet: the corners, in pixels.
    ///   - width: the picture's width in pixels.
    ///   - height: its height.
    init?(of sheet: Quadrilateral, width: Double, height: Double) {
        let centre = Point(x: width / 2, y: height / 2)
        let diagonal = (width * width + height * height).squareRoot()
        var centred = sheet
        centred.corners = sheet.corners.map { ($0 - centre) * (1 / diagonal) }
        guard let matrix = Homography(width: 1, height: 1, to: centred)?.values else { return nil }
        var best: (ratio: Double, size: PageSize?, cost: Double)?
        var free: (ratio: Double, cost: Double)?
        for factor in Self.focalFactors {
            let focal = Self.usualFocalLength * factor
            // The directions of the sides in the camera's coordinates, up to a common factor.
            let across = [matrix[0] / focal, matrix[3] / focal, matrix[6]]
            let down = [matrix[1] / focal, matrix[4] / focal, matrix[7]]
            func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
            let (lengthAcross, lengthDown) = (dot(across, across).squareRoot(), dot(down, down).squareRoot())
            guard lengthAcross > 0, lengthDown > 0 else { return nil }
            let cosine = dot(across, down) / lengthAcross / lengthDown
            let ratio = lengthDown / lengthAcross
            let cost = pow(cosine / Self.angleSpread, 2) + pow(log(factor) / Self.focalSpread, 2)
            if cost < free?.cost ?? .infinity { free = (ratio, cost) }
            for size in [Self.a4, Self.letter, Self.legal] {
                for isUpright in [true, false] {
                    let wanted = isUpright ? size.height / size.width : size.width / size.height
                    let total = cost + pow(log(ratio / wanted) / Self.ratioSpread, 2)
                    if total < best?.cost ?? .infinity {
                        best = (
                            wanted, isUpright ? size : PageSize(width: size.height, height: size.width), total
                        )
                    }
                }
            }
        }
        guard let best, let free else { return nil }
        deviation = best.cost.squareRoot()
        if deviation <= Self.mostDeviation {
            (ratio, standard) = (best.ratio, best.size)
        } else {
            (ratio, standard) = (free.ratio, nil)
        }
    }

    /// The long side of a sheet without a standard size, in points.
    private static let otherLongSide = 792.0

    /// The size in points.
    var points: PageSize {
        if let standard { return standard }
        let long = Self.otherLongSide
        return ratio >= 1 ? PageSize(width: long / ratio, height: long) : PageSize(width: long, height: long * ratio)
    }
}
