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
/// beyond them, edges that end at its corners, and proportions of paper. An upright one with lines of text around it is
/// a box on a page.
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

    /// Minimum evidence for each side of a sheet.
    private static let leastEvidence = 0.35
    /// The same on a pattern that is as bright as the sheet in places.
    private static let leastEvidenceOnPattern = 0.15
    /// Minimum length of an edge on a pattern, over the picture's shorter side.
    private static let leastLengthOnPattern: Float = 0.02
    /// Maximum number of lines for each side of a sheet on a pattern.
    private static let linesOnPattern = 6
    /// Minimum score of a sheet on a pattern.
    private static let leastScoreOnPattern = 0.55
    /// Minimum intersection over union of such a sheet with an even area.
    private static let leastOverlap = 0.88

    /// Returns what a picture, upright or not, shows.
    package static func content(of picture: ColorPicture) -> PictureContent {
        guard min(picture.width, picture.height) >= 100 else { return .other }
        let plane = Plane(picture, longSide: longSide)
        let paper = plane.closed(radius: markRadius)
        let edges = EdgePicture(paper)
        func isSheet(_ found: SheetCandidate) -> Bool {
            !SurroundingText(around: found.corners, in: plane, paper: paper).isPage
        }
        if let found = sheet(in: edges), isSheet(found), let sheet = refined(found, in: picture, plane) {
            return .sheet(sheet)
        }
        if edges.roughness <= mostRoughness, edges.isBright { return .paper }
        if let found = sheetOnPattern(in: edges), isSheet(found), let sheet = refined(found, in: picture, plane) {
            return .sheet(sheet)
        }
        return .other
    }

    private static func sheet(in edges: EdgePicture) -> SheetCandidate? {
        judged(EdgeLineFinder(edges), in: edges, leastEvidence).filter { $0.score >= SheetCandidate.leastScore }
            .sorted { $0.score > $1.score }.first { $0.hasPaperAtEdges(in: edges) }
    }

    /// Returns a sheet on a pattern with bright pieces.
    ///
    /// Its edges are seen beside the dark pieces only. That it is even, and its table is not, makes up for the rest.
    private static func sheetOnPattern(in edges: EdgePicture) -> SheetCandidate? {
        let found = EvenArea.all(in: edges).flatMap { area in
            let finder = EdgeLineFinder(
                edges.keeping(area.isNear), leastLength: leastLengthOnPattern, linesPerSide: linesOnPattern)
            return judged(finder, in: edges, leastEvidenceOnPattern).filter { $0.score >= leastScoreOnPattern }
                .map { (candidate: $0, overlap: area.overlap(with: $0.corners)) }
        }
        return found.filter { $0.overlap >= leastOverlap }
            .max { $0.candidate.score + $0.overlap < $1.candidate.score + $1.overlap }?.candidate
    }

    /// Returns the best candidates by their edges, with their final scores.
    private static func judged(
        _ finder: EdgeLineFinder, in edges: EdgePicture, _ leastEvidence: Double
    ) -> [SheetCandidate] {
        var candidates: [SheetCandidate] = []
        for turn in [0.0, 45] {
            candidates += SheetCandidate.candidates(finder.sides(turned: turn), in: edges, leastEvidence: leastEvidence)
        }
        candidates.sort { $0.score > $1.score }
        return candidates.prefix(mostJudged).map { candidate in
            var candidate = candidate
            candidate.judge(in: edges)
            return candidate
        }
    }

    private static func refined(_ found: SheetCandidate, in picture: ColorPicture, _ plane: Plane) -> FoundSheet? {
        let rough = found.corners.fromTopLeft.scaled(byX: plane.scale.x, y: plane.scale.y)
        let refined = SheetRefiner(picture).refined(rough)
        guard
            let size = SheetSize(
                of: refined, width: Double(picture.width), height: Double(picture.height))
        else { return nil }
        return FoundSheet(corners: refined, size: size.points, score: min(1, max(0, found.score)))
    }
}
