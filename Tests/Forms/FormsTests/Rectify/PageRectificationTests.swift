import Foundation
import FormModel
import PageRectification
import Testing

@Suite("Rectification: the page of a photo") struct PageRectificationTests {
    /// Returns the mean colour around a place of a page in points.
    private static func color(_ page: RectifiedPage, _ x: Double, _ y: Double) -> [Double] {
        let scale = Double(page.resolution) / 72
        var sum = [0.0, 0, 0]
        for dy in -2...2 {
            for dx in -2...2 {
                let i = ((Int(y * scale) + dy) * page.picture.width + Int(x * scale) + dx) * 3
                for channel in 0..<3 { sum[channel] += Double(page.picture.pixels[i + channel]) / 25 }
            }
        }
        return sum
    }

    @Test("paper is white in the light and in the shadow, print is dark, and a stamp keeps its colour")
    func light() throws {
        var photo = DrawnPhoto(table: .boards, tilt: (20, 10), roll: -4)
        photo.light = { x, y in (1 - 0.4 * x) * (y > 0.6 ? 0.6 : 1) }
        let picture = photo.picture
        guard case .sheet(let sheet) = SheetFinder.content(of: picture) else {
            Issue.record("no sheet was found")
            return
        }
        let page = try #require(PageRectification.page(of: sheet, in: picture))
        #expect(page.size == PageSize(width: 612, height: 792))
        for (x, y) in [(20.0, 20.0), (590, 20), (590, 770), (20, 770), (480, 300), (480, 500)] {
            #expect(Self.color(page, x, y).allSatisfy { $0 > 248 }, "at \(x), \(y)")
        }
        let stamp = Self.color(page, 420, 600)
        #expect(stamp[0] > 150 && stamp[1] < 90 && stamp[2] < 100)
        // The left side of the frame, on which a straight line lies from top to bottom.
        for y in stride(from: 60.0, to: 740, by: 40) {
            let levels = (32...44).map { Self.color(page, Double($0), y)[1] }
            let least = try #require(levels.min())
            let dark = levels.indices.filter { levels[$0] < least + 12 }
            #expect(abs(Double(dark.reduce(0, +)) / Double(dark.count) + 32 - 41) <= 1.5)
            #expect(least < 170)
        }
    }

    @Test("a tint keeps its contrast with paper everywhere, also in a shadow")
    func tint() throws {
        var photo = DrawnPhoto(table: .boards, tilt: (20, 10), roll: -4)
        photo.hasTint = true
        // A shadow with a soft edge across the tint.
        photo.light = { x, y in (1 - 0.3 * x) * (1 - 0.4 / (1 + exp((0.55 - y) * 40))) }
        let picture = photo.picture
        guard case .sheet(let sheet) = SheetFinder.content(of: picture) else {
            Issue.record("no sheet was found")
            return
        }
        let page = try #require(PageRectification.page(of: sheet, in: picture))
        for y in stride(from: 330.0, to: 690, by: 40) {
            let (box, tint) = (Self.color(page, 480, y), Self.color(page, 480, y - 20))
            #expect(box.allSatisfy { $0 > 248 }, "box at \(y)")
            #expect(tint.allSatisfy { $0 > 200 && $0 < 240 }, "tint at \(y - 20)")
        }
    }

    @Test("what the picture's border cuts off is white")
    func cut() throws {
        let photo = DrawnPhoto(tilt: (12, 10), roll: 5, share: 0.9, centre: (0.47, 0.55))
        let picture = photo.picture
        guard case .sheet(let sheet) = SheetFinder.content(of: picture) else {
            Issue.record("no sheet was found")
            return
        }
        let page = try #require(PageRectification.page(of: sheet, in: picture))
        let outside = try #require(
            photo.corners.firstIndex { $0.y > Double(photo.pixels.height) || $0.x < 0 })
        let (width, height) = (page.picture.width, page.picture.height)
        let place = [0, width - 1, width * height - 1, width * (height - 1)][outside]
        #expect(Array(page.picture.pixels[3 * place..<3 * place + 3]) == [255, 255, 255])
    }

    @Test("turning a picture four times or mirroring it twice gives the same picture")
    func turns() {
        let picture = ColorPicture(width: 3, height: 2, pixels: (0..<18).map(UInt8.init))
        #expect(picture.turned(quarters: 1).turned(quarters: 3) == picture)
        #expect(picture.turned(quarters: 2).turned(quarters: 2) == picture)
        #expect(picture.mirrored().mirrored() == picture)
        // Clockwise, the bottom left pixel becomes the top left one.
        #expect(Array(picture.turned(quarters: 1).pixels.prefix(3)) == [9, 10, 11])
        #expect(Array(picture.mirrored().pixels.prefix(3)) == [6, 7, 8])
    }
}
