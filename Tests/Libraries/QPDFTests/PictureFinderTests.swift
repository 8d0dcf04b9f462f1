import FormModel
import Foundation
import QPDF
import TestSupport
import Testing

@Suite("Places of images") struct PictureFinderTests {
    private let place = Region(x: 100, y: 150, width: 200, height: 80)

    /// Matrices that map the unit square to `place` on a page of 612 x 792 points, in each of the eight orientations.
    static let ways: [(String, String)] = [
        ("upright", "200 0 0 80 100 562"), ("mirrored", "-200 0 0 80 300 562"),
        ("turned by 180", "-200 0 0 -80 300 642"),
        ("upside down", "200 0 0 -80 100 642"), ("turned by 90", "0 80 -200 0 300 562"),
        ("turned by 270", "0 -80 200 0 100 642"), ("mirrored and turned by 90", "0 80 200 0 100 562"),
        ("mirrored and turned by 270", "0 -80 -200 0 300 642"),
    ]

    private static let image =
        "<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray "
        + "/Filter /ASCIIHexDecode /Length 5 >>\nstream\n00FF>\nendstream"

    private func form(_ content: String, _ entries: String) -> String {
        "<< /Type /XObject /Subtype /Form /BBox [0 0 1000 1000] \(entries) /Length \(content.utf8.count) >>\nstream\n"
            + "\(content)\nendstream"
    }

    private func isClose(_ a: Region, _ b: Region) -> Bool {
        abs(a.left - b.left) < 0.01 && abs(a.top - b.top) < 0.01 && abs(a.right - b.right) < 0.01
            && abs(a.bottom - b.bottom) < 0.01
    }

    @Test(
        "an image is found in every orientation, on a page in every orientation", arguments: ways, [0, 90, 180, 270])
    func turned(way: (name: String, matrix: String), rotation: Int) throws {
        var builder = PDFBuilder()
        let number = builder.add(Self.image)
        var page = PDFBuilder.Page()
        page.rotation = rotation
        page.origin = (30, 40)
        page.margin = 10
        page.resources = "/XObject << /I \(number) 0 R >>"
        page.content = "q \(way.matrix) cm /I Do Q\n"
        builder.add(page)
        let pictures = try PDFFile(data: builder.data()).pictures(onPage: 0)
        #expect(pictures.count == 1)
        #expect(isClose(try #require(pictures.first), place), "\(pictures)")
    }

    @Test("images in forms, and inline images, are found")
    func nested() throws {
        var builder = PDFBuilder()
        let image = builder.add(Self.image)
        let inner = builder.add(
            form("0.5 0 0 0.5 0 0 cm /I Do", "/Matrix [2 0 0 2 0 0] /Resources << /XObject << /I \(image) 0 R >> >>"))
        var page = PDFBuilder.Page()
        page.resources = "/XObject << /My#20Form \(inner) 0 R >>"
        page.content =
            "(a \\) Do) Tj q 200 0 0 80 100 562 cm /My#20Form Do Q\n"
            + "q 200 0 0 80 100 562 cm BI /W 2 /H 1 /CS /G /BPC 8 /F /AHx ID 00FF> EI Q /None Do\n"
        builder.add(page)
        let pictures = try PDFFile(data: builder.data()).pictures(onPage: 0)
        #expect(pictures.count == 2)
        #expect(pictures.allSatisfy { isClose($0, place) }, "\(pictures)")
    }

    @Test("forms that draw each other many times terminate", .timeLimit(.minutes(30)))
    func multiplied() throws {
        var builder = PDFBuilder()
        let image = builder.add(Self.image)
        // Thirty forms, each of which draws the next one twice, and the last one the first.
        for level in 0..<30 {
            let next = level == 29 ? image + 1 : image + level + 2
            builder.add(
                form("/F Do /F Do /I Do", "/Resources << /XObject << /F \(next) 0 R /I \(image) 0 R >> >>"))
        }
        var page = PDFBuilder.Page()
        page.resources = "/XObject << /F \(image + 1) 0 R >>"
        page.content = "/F Do\n"
        builder.add(page)
        let pictures = try PDFFile(data: builder.data()).pictures(onPage: 0)
        #expect((1...10_000).contains(pictures.count))
    }
}
