import Foundation
import FormModel
import PageRectification
import Testing

@Suite("Rectification: the sheet in a photo") struct SheetFinderTests {
    static func sheet(_ photo: DrawnPhoto) -> FoundSheet? {
        guard case .sheet(let found) = SheetFinder.content(of: photo.picture) else { return nil }
        return found
    }

    @Test("the sheet is found on a table, in perspective and with a shadow", arguments: DrawnPhoto.Table.allCases)
    func found(table: DrawnPhoto.Table) throws {
        var photo = DrawnPhoto(table: table, tilt: (22, -14), roll: 7)
        photo.light = { x, y in (1 - 0.3 * x) * (hypot(x - 0.2, y - 0.9) < 0.35 ? 0.6 : 1) }
        let found = try #require(Self.sheet(photo))
        #expect(photo.error(found) < 0.01)
        #expect(found.size == PageSize(width: 612, height: 792))
    }

    @Test("a sheet with a corner beyond the picture's border is found")
    func cut() throws {
        let photo = DrawnPhoto(tilt: (12, 10), roll: 5, share: 0.9, centre: (0.47, 0.55))
        #expect(photo.corners.contains { $0.y > Double(photo.pixels.height) || $0.x < 0 })
        let found = try #require(Self.sheet(photo))
        #expect(photo.error(found) < 0.015)
    }

    @Test("A4 and Letter are told apart by the perspective", arguments: [(0.0, 0.0), (25, 0), (0, -25), (20, 20)])
    func sizes(tilt: (Double, Double)) throws {
        for size in [PageSize(width: 595.276, height: 841.89), PageSize(width: 612, height: 792)] {
            let photo = DrawnPhoto(size: size, tilt: tilt, focal: 0.68, share: 0.7)
            #expect(try #require(Self.sheet(photo)).size == size)
        }
    }

    @Test("a sheet that lies on its side is as wide as it is in the picture")
    func lying() throws {
        let photo = DrawnPhoto(tilt: (10, 5), roll: 90, share: 0.6)
        #expect(try #require(Self.sheet(photo)).size == PageSize(width: 792, height: 612))
    }

    @Test("a scan that the sheet fills has no edges of a sheet")
    func scan() {
        var photo = DrawnPhoto(share: 1.3)
        photo.light = { x, _ in 1 - 0.1 * x }
        #expect(SheetFinder.content(of: photo.picture) == .paper)
    }

    @Test("tables without a sheet are no paper, and neither is a black picture")
    func empty() {
        for table in [DrawnPhoto.Table.checked, .chessboard] {
            let photo = DrawnPhoto(size: PageSize(width: 20, height: 20), table: table, share: 0.01)
            #expect(SheetFinder.content(of: photo.picture) == .other)
        }
        let black = ColorPicture(width: 200, height: 300, pixels: [UInt8](repeating: 3, count: 180_000))
        #expect(SheetFinder.content(of: black) == .other)
    }
}
