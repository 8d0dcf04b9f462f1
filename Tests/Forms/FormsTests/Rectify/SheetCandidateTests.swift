import FormModel
import Foundation
import PageRectification
import Testing

@Suite("Rectification: candidates for the sheet") struct SheetCandidateTests {
    @Test(
        "a quadrilateral with edges along its sides, such as one that goes beyond the sheet, is no sheet",
        arguments: DrawnPhoto.Table.allCases)
    func edges(table: DrawnPhoto.Table) throws {
        let photo = DrawnPhoto(table: table, tilt: (15, -10), roll: 8, share: 0.6)
        let picture = EdgePicture(Plane(photo.picture, longSide: 640).closed(radius: 5))
        let factor = Double(max(picture.width, picture.height)) / Double(max(photo.pixels.width, photo.pixels.height))
        let middle = photo.corners.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x / 4, y: $0.y + $1.y / 4) }
        func candidate(_ size: Double) throws -> SheetCandidate {
            let corners = photo.corners.map { corner in
                Point(
                    x: (middle.x + (corner.x - middle.x) * size) * factor,
                    y: (middle.y + (corner.y - middle.y) * size) * factor)
            }
            return SheetCandidate(corners: try #require(Quadrilateral(corners)), score: 1)
        }
        #expect(try candidate(1).hasPaperAtEdges(in: picture))
        #expect(try !candidate(1.1).hasPaperAtEdges(in: picture))
    }
}
