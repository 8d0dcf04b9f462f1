import FormModel
import FormImport
import TestSupport
import Testing

/// Pages whose letters are drawn as shapes, as design programs export them.
@Suite("Detection: text drawn as outlines") struct OutlinedTextTests {
    private static let captions = ["Family name", "Given name", "Town and country", "Telephone"]

    private static func draw(_ page: inout PDFBuilder.Page) {
        page.text("Application for a library card", x: 60, y: 50, size: 16)
        for (row, caption) in captions.enumerated() {
            page.text(caption, x: 60, y: 101 + 40 * Double(row), size: 11)
            page.box(x: 180, y: 86 + 40 * Double(row), width: 300, height: 22)
        }
    }

    /// Returns a page with the dark pixels of another as rectangles, and some text.
    private static func outlined(_ content: PageContent, text: [String] = []) throws -> PageContent {
        try DetectedPage.content { page in
            let (image, scale) = (content.image, content.scale)
            for y in 0..<image.height {
                var x = 0
                while x < image.width {
                    guard image[x, y] < 128 else { x += 1; continue }
                    let start = x
                    while x < image.width, image[x, y] < 128 { x += 1 }
                    let bottom = page.height - Double(y + 1) / scale
                    page.content +=
                        "\(Double(start) / scale) \(bottom) \(Double(x - start) / scale) \(1 / scale) re f\n"
                }
            }
            for (line, words) in text.enumerated() { page.text(words, x: 60, y: 740 + 10 * Double(line), size: 7) }
        }
    }

    @Test("its words are recognised, so that fields have labels", arguments: [[], ["Form 12-B", "Page 1 of 1"]])
    func labels(footer: [String]) throws {
        let page = try Self.outlined(DetectedPage.content(Self.draw), text: footer)
        #expect(page.words.count == footer.joined(separator: " ").split(separator: " ").count)
        let fields = try DetectedPage.found(page).fields
        #expect(fields.map(\.label) == Self.captions)
    }

    @Test("boxes beside recognised options stay")
    func boxes() throws {
        let options = ["a student", "retired", "employed"]
        let page = try Self.outlined(
            DetectedPage.content { page in
                Self.draw(&page)
                for (row, option) in options.enumerated() {
                    page.box(x: 60, y: 290 + 24 * Double(row), width: 10, height: 10)
                    page.text("I am \(option) at present", x: 78, y: 299 + 24 * Double(row), size: 11)
                }
            }, text: ["Form 12-B"])
        #expect(try DetectedPage.found(page).fields.count { $0.type == .checkbox } == options.count)
    }

    @Test("a pattern of dots is no text")
    func dots() throws {
        let page = try DetectedPage.content { page in
            for row in 0..<170 {
                for column in 0..<130 {
                    page.content += "\(20 + 4.4 * Double(column)) \(20 + 4.4 * Double(row)) 2 2 re f\n"
                }
            }
        }
        #expect(page.illegible.isEmpty)
    }

    @Test("a page with text, one with a few words, and an empty one are read as before")
    func others() throws {
        #expect(try DetectedPage.content(Self.draw).illegible.isEmpty)
        #expect(try DetectedPage.content { $0.text("This page is blank on purpose", x: 200, y: 400) }.illegible.isEmpty)
        #expect(try DetectedPage.content { _ in }.illegible.isEmpty)
    }
}
