import Foundation
package import Geometry

/// A sheet of paper found in a photo.
package struct FoundSheet: Sendable, Hashable {
    /// The corners in pixels of the picture, clockwise; a corner can be outside the picture.
    package var corners: Quadrilateral
    /// The size in points, with the first side as the width.
    package var size: PageSize
    /// The confidence from 0 to 1.
    package var score: Double
}

/// What a picture shows of a sheet of paper.
package enum PictureContent: Sendable, Hashable {
    /// A sheet on a table, with its four edges.
    case sheet(FoundSheet)
    /// Paper up to the picture's borders, as in a scan.
    case paper
    /// Anything else.
    case other
}

/// Finds the sheet of paper that a photo shows, by its four edges.
///
/// Straight lines along edges are combined to quadrilaterals. The best one has paper up to its edges, something else
/// beyond them, edges that end at its corners, and proportions of paper.
package struct SheetFinder {
    /// The long side of the picture that edges are searched in, in pixels.
    private static let longSide = 640
    /// The half width of the marks removed first.
    ///
    /// Together they are 14 points on a sheet as large as the picture.
    private static let markRadius = 5

    /// Maximum number of candidates to examine further.
    private static let mostJudged = 60
    /// Maximum share of a scan that is on edges of large areas.
    private static let mostRoughness = 0.08

    /// Returns what a picture, upright or not, shows.
    package static func content(of picture: ColorPicture) -> PictureContent {
        guard min(picture.width, picture.height) >= 100 else { return .other }
        let plane = Plane(picture, longSide: longSide)
        let edges = EdgePicture(plane.closed(radius: markRadius))
        if let sheet = sheet(in: picture, plane, edges) { return .sheet(sheet) }
        return edges.roughness <= mostRoughness && edges.isBright ? .paper : .other
    }

    private static func sheet(
        in picture: ColorPicture, _ plane: Plane, _ edges: EdgePicture
    ) -> FoundSheet? {
        let finder = EdgeLineFinder(edges)
        var candidates: [SheetCandidate] = []
        for turn in [0.0, 45] {
            candidates += SheetCandidate.candidates(finder.sides(turned: turn), in: edges)
        }
        candidates.sort { $0.score > $1.score }
        let judged = candidates.prefix(mostJudged).map { candidate in
            var candidate = candidate
            candidate.judge(in: edges)
            return candidate
        }
        guard let best = judged.max(by: { $0.score < $1.score }), best.score >= SheetCandidate.leastScore else {
            return nil
        }
        let rough = best.corners.fromTopLeft.scaled(byX: plane.scale.x, y: plane.scale.y)
        let refined = SheetRefiner(picture).refined(rough)
        guard
            let size = SheetSize(
                of: refined, width: Double(picture.width), height: Double(picture.height))
        else { return nil }
        return FoundSheet(corners: refined, size: size.points, score: min(1, max(0, best.score)))
    }
}
