import FailureModel
import FormModel
import Formwright
import FormFilling
import Foundation
import TestTraits
import Testing
import TestSupport

@Suite("The look of widgets", .blocking) struct WidgetLookTests {
    private let box = Region(x: 100, y: 200, width: 24, height: 160)

    private func form(_ entries: String, _ box: Region, rotation: Int = 0) -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.rotation = rotation
        builder.add(
            page,
            widgets: [.init(x: box.x, y: box.y, width: box.width, height: box.height, "/FT /Tx /T (a) \(entries)")])
        return builder.data()
    }

    /// The places of the letters of a value, in the order of the text.
    private func letters(_ data: Data, _ value: String) async throws -> (filled: FilledForm, places: [Region]) {
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": .text(value)])
        // Poppler can take turned letters for words of their own.
        let all = try RenderedPages(filled.data).words(0).flatMap { zip($0.text, $0.characters) }
        return (
            filled, value.map { letter in all.first { $0.0 == letter }?.1 ?? Region(x: 0, y: 0, width: 0, height: 0) }
        )
    }

    @Test("a widget turned by 90 degrees reads upwards, by 270 downwards", arguments: [(90, -1.0), (270, 1.0)])
    func turned(angle: Int, direction: Double) async throws {
        let data = form("/MK << /R \(angle) >>", box)
        let (filled, places) = try await letters(data, "ABCDEFGHIJKLMNOP")
        for (first, second) in zip(places, places.dropFirst()) {
            #expect((second.midY - first.midY) * direction > 2)
            #expect(abs(second.midX - first.midX) < 3)
        }
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
        #expect(box.encloses(ink) && ink.height > 80)
        #expect(filled.report.filled[0].fontSize ?? 0 > 8)
    }

    @Test("a widget turned by 180 degrees is upside down")
    func upsideDown() async throws {
        let flat = Region(x: 100, y: 200, width: 160, height: 24)
        let (_, places) = try await letters(form("/MK << /R 180 >>", flat), "ABCDEFGH")
        for (first, second) in zip(places, places.dropFirst()) { #expect(second.midX < first.midX) }
        #expect(places[0].right > flat.right - 20)
    }

    @Test("a widget that is turned with its page is upright")
    func turnedWithPage() async throws {
        let flat = Region(x: 100, y: 200, width: 160, height: 24)
        let (_, places) = try await letters(form("/MK << /R 90 >>", flat, rotation: 90), "ABCDEFGH")
        for (first, second) in zip(places, places.dropFirst()) {
            #expect(second.midX > first.midX && abs(second.midY - first.midY) < 1)
        }
    }

    @Test("the cells of a turned comb are along its length")
    func turnedComb() async throws {
        let data = form("/Ff 16777216 /MaxLen 4 /MK << /R 90 >>", box)
        let (_, places) = try await letters(data, "ABCD")
        for (index, place) in places.enumerated() {
            #expect(abs(place.midY - (box.bottom - (Double(index) + 0.5) * 40)) < 2, "cell \(index + 1)")
        }
    }

    @Test(
        "text has the colour of the widget's default appearance",
        arguments: [("0 0 1 rg", "0 0 1 rg"), ("0.5 g", "0.5 g"), ("1 0 0 0 k", "0 1 1 rg")])
    func color(_ asked: String, _ drawn: String) async throws {
        let data = form("/DA (\(asked) /Helv 9 Tf)", Region(x: 100, y: 200, width: 160, height: 24))
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": "Ada"])
        let folder = try TemporaryFolder()
        let file = try folder.write(filled.data, "filled.pdf")
        let plain = try Program.run("qpdf", ["--qdf", "--object-streams=disable", file.path, "-"])
        let text = String(decoding: plain, as: UTF8.self)
        #expect(text.contains(drawn) || text.contains("0.5 0.5 0.5 rg") && drawn == "0.5 g")
        #expect(filled.report.filled[0].fontSize == 9)
    }

    @Test("a border has gaps if the form wants dashes, and the width that an old entry gives it")
    func borders() async throws {
        let flat = Region(x: 100, y: 200, width: 160, height: 40)
        func edge(_ entries: String, depth: Int) async throws -> [UInt8] {
            let data = form("/MK << /BC [0] >> \(entries)", flat)
            let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": "A"])
            let picture = try RenderedPages(filled.data).image(0)
            return (220..<500).map { picture[$0, 400 + 2 * depth] }
        }
        #expect(try await edge("/BS << /W 4 >>", depth: 2).allSatisfy { $0 < 80 })
        let dashed = try await edge("/BS << /W 4 /S /D >>", depth: 2)
        #expect(dashed.contains { $0 < 80 } && dashed.contains { $0 > 200 })
        #expect(try await edge("/Border [0 0 6]", depth: 5).allSatisfy { $0 < 80 })
        #expect(try await edge("/Border [0 0 6] /BS << /W 1 >>", depth: 5).allSatisfy { $0 > 200 })
    }

    @Test("a value can have its own size and colour")
    func ownStyle() async throws {
        let data = form("", Region(x: 100, y: 200, width: 160, height: 24))
        let values = try ValuesFile(
            data: Data(##"{"a": {"value": "Ada", "fontSize": 7.5, "color": "#00ff00"}}"##.utf8), name: "v", folder: nil)
        let filled = try await Form(data: data, fileName: "a.pdf").fill(values.entries)
        #expect(filled.report.filled[0].fontSize == 7.5)
        for wrong in [#"{"fontSize": 0, "value": "x"}"#, #"{"color": "pale", "value": "x"}"#] {
            #expect(throws: Failure.self) {
                try ValuesFile(data: Data("{\"a\": \(wrong)}".utf8), name: "v", folder: nil)
            }
        }
    }
}
