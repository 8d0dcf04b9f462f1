import Foundation
import FormDetection
import FormImport
import FormModel
import KnownForms
import TestSupport

/// A form of numbered lines, of which a test changes one thing.
struct SampleForm {
    /// The revision in the margin.
    var revision = "Form 77-B (Rev. 03-2024)"
    /// The size of the revision in points.
    var revisionSize = 8.0
    /// What is added to the numbers of the lines from the tenth.
    var renumbering = 0
    /// The points by which the line of the eighth field is lower.
    var lowered = 0.0
    /// The points by which the words of the eighth field are lower.
    var loweredWords = 0.0
    /// Whether there is a box with a caption that other editions do not have.
    var hasBox = false
    /// Whether values are written on the lines, and a stamp beside the title.
    var isFilled = false
    /// The seed of the words.
    var seed: UInt64 = 5

    /// The number of lines.
    static let lines = 24
    private static let words = """
        name of the applicant street address and number city state postal code county telephone date birth place employer
        income monthly rent total amount paid balance account signature witness relation household member
        """
    private static let vocabulary: [String] = words.split(whereSeparator: \.isWhitespace).map(String.init)

    /// The area of a field.
    func region(_ line: Int) -> Region {
        Region(x: 330, y: 96 + Double(line) * 26 - 14 + (line == 8 ? lowered : 0), width: 210, height: 14)
    }

    var fields: [Field] {
        (0..<Self.lines).map { line in
            Field(
                id: UUID(), name: "p1f\(line + 1)", page: 0, region: region(line), type: .text, label: "",
                confidence: 1,
                evidence: .rule, baseline: region(line).bottom - 2)
        }
    }

    /// The page as a PDF.
    var pdf: Data {
        var page = PDFBuilder.Page()
        page.text("Application for Assistance with Household Costs", x: 60, y: 60, size: 15)
        page.text(revision, x: 440, y: 30, size: revisionSize)
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for line in 0..<Self.lines {
            let words = (0..<3 + next(4)).map { _ in Self.vocabulary[next(Self.vocabulary.count)] }
            let place = region(line)
            page.text("\(line + 1 + (line >= 9 ? renumbering : 0)).", x: 50, y: 94 + Double(line) * 26, size: 9)
            page.text(
                words.joined(separator: " "), x: 72, y: 94 + Double(line) * 26 + (line == 8 ? loweredWords : 0), size: 9
            )
            page.content += "0.8 w \(place.left) \(792 - place.bottom) m \(place.right) \(792 - place.bottom) l S\n"
            if isFilled, line % 3 != 0 {
                page.text("Written value \(line * 7)", x: place.left + 6, y: place.bottom - 3, size: 11)
            }
        }
        if isFilled { page.text("RECEIVED", x: 300, y: 34, size: 14) }
        if hasBox {
            page.box(x: 72, y: 742, width: 10, height: 10)
            page.text("Check here if this is a new address", x: 88, y: 750, size: 9)
        }
        var builder = PDFBuilder()
        builder.add(page)
        return builder.data()
    }

    /// The page as it is drawn.
    func content() throws -> PageContent {
        try PageSource(try Importer().document(pdf, fileName: "form.pdf")).content(ofPage: 0)
    }

    /// The print of the page with its text layer.
    func print() throws -> PagePrint { try PagePrint(of: content()) }

    /// The print of a scan of the page.
    func scannedPrint() throws -> PagePrint { try PagePrint(of: scannedContent()) }

    /// A scan of the page: a gray picture with noise, without words.
    func scannedContent() throws -> PageContent {
        var content = try content()
        content.words = []
        content.unread = [Region(x: 0, y: 0, width: content.size.width, height: content.size.height)]
        content.image = Self.scanned(content.image)
        return content
    }

    /// Returns a picture as a scanner would give it: blurred, with noise, black not quite black.
    private static func scanned(_ image: GrayImage) -> GrayImage {
        var result = image
        var state: UInt64 = 99
        let width = image.width
        image.pixels.withUnsafeBufferPointer { from in
            result.pixels.withUnsafeMutableBufferPointer { to in
                for y in 1..<image.height - 1 {
                    for x in 1..<width - 1 {
                        let i = y * width + x
                        let around = Int(from[i - 1]) + Int(from[i + 1]) + Int(from[i - width]) + Int(from[i + width])
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        let level = (Int(from[i]) * 4 + around) / 8 * 215 / 255 + 30 + Int(state >> 60) - 8
                        to[i] = UInt8(max(0, min(255, level)))
                    }
                }
            }
        }
        return result
    }

    /// The page as a known one.
    func known() throws -> KnownPage { KnownPage(form: UUID(), page: 0, print: try print(), fields: fields) }
}
