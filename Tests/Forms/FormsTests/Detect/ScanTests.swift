import FormDetection
import FormModel
import FormImport
import Foundation
import Tesseract
import TestSupport
import Testing

@Suite("Detection: scans") struct ScanTests {
    /// A page with three boxes of 320 x 22 points.
    private static func application() throws -> PageContent {
        try DetectedPage.content { page in
            page.text("Application for a permit", x: 60, y: 70, size: 14)
            for line in 0..<6 {
                page.text(
                    "Please answer every question in full and return the form to the office.", x: 60,
                    y: 110 + Double(line) * 15)
            }
            for (row, caption) in ["First name", "Last name", "Town"].enumerated() {
                page.text(caption, x: 60, y: 255 + Double(row) * 40, size: 12)
                page.box(x: 150, y: 240 + Double(row) * 40, width: 320, height: 22)
            }
        }
    }

    @Test("a crooked scan gives the same fields, where they are on the crooked page", arguments: [-1.2, 0.7])
    func crooked(degrees: Double) throws {
        let found = try DetectedPage.found(try DetectedPage.scan(Self.application(), degrees: degrees))
        #expect(abs(found.skew - degrees) < 0.15)
        #expect(found.fields.map(\.label) == ["First name", "Last name", "Town"])
        // About the centre of the page, clockwise, y down.
        let angle = degrees * .pi / 180
        for (row, field) in found.fields.enumerated() {
            let (x, y) = (310.0 - 306, 251 + Double(row) * 40 - 396)
            let middle = (306 + x * cos(angle) - y * sin(angle), 396 + x * sin(angle) + y * cos(angle))
            #expect(abs(field.region.midX - middle.0) < 8)
            #expect(abs(field.region.midY - middle.1) < 8)
        }
    }

    @Test("captions right below rules do not turn a scan upside down", arguments: 0...3)
    func captionsBelowRules(quarters: Int) throws {
        let captions = [
            "Last name", "First name", "Date of birth", "Mailing address", "Hair color", "Name of minor child",
            "Residence address", "Occupation or source of income",
        ]
        let upright = try DetectedPage.scan(
            DetectedPage.content { page in
                for row in 0..<24 {
                    let top = 60 + Double(row) * 28
                    for column in 0..<3 {
                        let left = 40 + Double(column) * 177
                        page.box(x: left, y: top, width: 177, height: 28)
                        page.text(captions[(row * 3 + column) % captions.count], x: left + 4, y: top + 6.8, size: 8)
                    }
                }
            }, degrees: 0)
        var scan = upright
        scan.image = try Bitmap(upright.image, resolution: 200).turned(quarters: quarters).gray()
        if quarters % 2 == 1 { scan.size = PageSize(width: upright.size.height, height: upright.size.width) }
        scan.unread = [Region(x: 0, y: 0, width: scan.size.width, height: scan.size.height)]
        #expect(try PageReader.straightened(scan).turns == quarters)
    }

    @Test("a scan turned by quarters gives the same fields, where they are on the turned page", arguments: [1, 2, 3])
    func turned(quarters: Int) throws {
        let upright = try DetectedPage.scan(try Self.application(), degrees: 0)
        var scan = upright
        scan.image = try Bitmap(upright.image, resolution: 200).turned(quarters: quarters).gray()
        if quarters % 2 == 1 { scan.size = PageSize(width: upright.size.height, height: upright.size.width) }
        scan.unread = [Region(x: 0, y: 0, width: scan.size.width, height: scan.size.height)]
        let found = try DetectedPage.found(scan)
        #expect(found.fields.map(\.label) == ["First name", "Last name", "Town"])
        for (row, field) in found.fields.enumerated() {
            let (x, y) = (150.0, 240 + Double(row) * 40)
            let place =
                switch quarters {
                case 1: Region(x: 792 - y - 22, y: x, width: 22, height: 320)
                case 2: Region(x: 612 - x - 320, y: 792 - y - 22, width: 320, height: 22)
                default: Region(x: y, y: 612 - x - 320, width: 22, height: 320)
                }
            #expect(field.region.intersectionOverUnion(place) > 0.6)
        }
    }

    @Test("the same page gives the same fields with the same identities")
    func repeatable() throws {
        let content = try DetectedPage.content { page in
            page.text("Name", x: 60, y: 115)
            page.box(x: 130, y: 100, width: 220, height: 22)
        }
        let first = try DetectedPage.found(content)
        #expect(!first.fields.isEmpty)
        #expect(try DetectedPage.found(content) == first)
    }
}
