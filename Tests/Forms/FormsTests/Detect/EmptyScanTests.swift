import FormModel
import FormImport
import Foundation
import TestSupport
import Testing

/// What is said of scans and photos on which no field is found.
@Suite("Detection: scans without fields") struct EmptyScanTests {
    private static let prose = [
        "The meeting began at ten and was opened by the chair, who thanked all for coming.",
        "The minutes of the last meeting were read and agreed without changes by all members.",
        "It was then decided to repair the roof of the hall before the winter comes again.",
        "The treasurer said that the money had been set aside for it in the year before.",
    ]

    private static func scan(_ draw: (inout PDFBuilder.Page) -> Void) throws -> PageContent {
        try DetectedPage.scan(DetectedPage.content(draw), degrees: 0)
    }

    private static func filled(_ scan: PageContent, _ level: (Int, Int) -> UInt8) -> PageContent {
        var scan = scan
        for y in 0..<scan.image.height { for x in 0..<scan.image.width { scan.image[x, y] = level(x, y) } }
        return scan
    }

    @Test("the reason is that of the picture")
    func reasons() throws {
        let blank = try Self.scan { _ in }
        let text = try Self.scan { page in
            for (line, words) in Self.prose.enumerated() {
                page.text(words, x: 60, y: 100 + 14 * Double(line), size: 11)
            }
        }
        for (page, words): (PageContent, String) in [
            (blank, "no words can be read"), (text, "words can be read, but no lines or boxes"),
            (Self.filled(blank) { _, _ in 20 }, "the picture is too dark"),
            (
                Self.filled(blank) { x, y in UInt8(20 + (x / 50 * 7 + y / 50 * 13) % 5 * 40) },
                "little of the picture is blank paper"
            ),
        ] {
            let found = try DetectedPage.found(page)
            #expect(found.fields.isEmpty)
            #expect(found.reason?.hasPrefix(words) == true, "\(found.reason ?? "none"), not \(words)")
        }
    }

    @Test("a page with fields, and one that is no picture, have no reason")
    func others() throws {
        let draw = { (page: inout PDFBuilder.Page) in
            page.text("Full name", x: 60, y: 115)
            page.box(x: 130, y: 100, width: 220, height: 20)
        }
        let scan = try DetectedPage.found(Self.scan(draw))
        #expect(!scan.fields.isEmpty && scan.reason == nil)
        #expect(try DetectedPage.found(DetectedPage.content { _ in }).reason == nil)
    }
}
