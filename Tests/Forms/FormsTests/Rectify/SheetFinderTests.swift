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

    /// A tinted scan with a white box and rows of words around it, or a table with a sheet like it.
    private func page(hasText: Bool, slope: Double) -> ColorPicture {
        let (width, height) = (620, 877)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) + slope * Double(y), Double(y) - slope * Double(x))
                let isBox = u > 75 && u < 545 && v > 210 && v < 750
                let isLetter = v.truncatingRemainder(dividingBy: 22) < 9 && u.truncatingRemainder(dividingBy: 8) < 4
                let isWord = u.truncatingRemainder(dividingBy: 60) < 50 && u > 30 && u < 590
                // Print ends in front of the box.
                let isNear = u > 65 && u < 555 && v > 200 && v < 760
                let isPrint = hasText && isLetter && isWord && !isNear
                let color: [UInt8] = isBox ? [252, 252, 252] : isPrint ? [40, 40, 40] : [185, 198, 178]
                pixels += color
            }
        }
        return ColorPicture(width: width, height: height, pixels: pixels)
    }

    @Test("a white box on a tinted page is no sheet if lines of text go on around it", arguments: [0, 0.006])
    func boxOnPage(slope: Double) {
        #expect(SheetFinder.content(of: page(hasText: true, slope: slope)) == .paper)
        guard case .sheet = SheetFinder.content(of: page(hasText: false, slope: slope)) else {
            Issue.record("A sheet on an even table was not found.")
            return
        }
    }

    @Test("a sheet that lies exactly upright is found on each table", arguments: DrawnPhoto.Table.allCases)
    func upright(table: DrawnPhoto.Table) throws {
        let photo = DrawnPhoto(table: table, share: 0.7)
        #expect(photo.error(try #require(Self.sheet(photo))) < 0.01)
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
