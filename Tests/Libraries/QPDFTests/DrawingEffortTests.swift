import Foundation
import QPDF
import Testing

@Suite("What there is to draw on a page") struct DrawingEffortTests {
    /// A PDF of one page, whose content is object 4 and whose resources name further objects, from 5 on.
    private func file(_ content: String, _ resources: String, _ objects: [String] = []) throws -> PDFFile {
        var text = "%PDF-1.7\n"
        let all =
            [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<\(resources)>>/Annots[]>>",
                stream("", content),
            ] + objects
        var places: [Int] = []
        for (index, object) in all.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(all.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(format: "%010d 00000 n \n", place) }
        text += "trailer<</Size \(all.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF"
        return try PDFFile(data: Data(text.utf8))
    }

    private func stream(_ entries: String, _ content: String) -> String {
        "<<\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    private func count(_ file: PDFFile, limit: Int = 1_000_000, countsPixels: Bool = true) throws -> Int {
        var effort = DrawingEffort(file, limit: limit, countsPixels: countsPixels)
        return try effort.count(page: 0)
    }

    @Test("operators and the bytes of text count, operands do not")
    func content() throws {
        // The parentheses of a string count as well.
        let content = "q 1 0 0 1 5 5 cm 0 0 9 9 re f Q BT /F 12 Tf (abc) Tj [(ab) 5 (c)] TJ ET"
        #expect(try count(try file(content, "/Font<</F<</Type/Font/Subtype/Type1>>>>")) == 5 + 5 + 5 + 7)
    }

    @Test("forms that draw each other count as often as they are drawn, and one that draws itself ends")
    func forms() throws {
        let form = { (next: Int) in
            stream(
                "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F \(next) 0 R>>>>",
                String(repeating: "/F Do ", count: 10))
        }
        let last = stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f")
        let three = try file("/F Do", "/XObject<</F 5 0 R>>", [form(6), form(7), last])
        #expect(try count(three) == 1 + 10 + 100 + 100 * 2)
        let ten = try file("/F Do", "/XObject<</F 5 0 R>>", (6...15).map(form) + [last])
        #expect(try count(ten) == 1_000_000)
        #expect(try count(try file("/F Do", "/XObject<</F 5 0 R>>", [form(5)])) == 11)
    }

    @Test("patterns, masks and glyphs that are drawn by operators count with each use")
    func others() throws {
        let two = stream("/Type/Pattern/PatternType 1/PaintType 1/BBox[0 0 9 9]", "0 0 9 9 re f")
        let fills = "/Pattern cs q /P scn 0 0 9 9 re f 0 0 9 9 re B Q 0 0 9 9 re f /P scn 0 g 0 0 9 9 re f"
        #expect(try count(try file(fills, "/Pattern<</P 5 0 R>>", [two])) == 14 + 2 + 2)
        let fine = "/Type/Pattern/PatternType 1/PaintType 1/BBox[0 0 9 9]/XStep .001/YStep .001"
        let tiny = try file("/P scn 0 0 9 9 re f", "/Pattern<</P 5 0 R>>", [stream(fine, "0 0 9 9 re f")])
        #expect(try count(tiny) == 1_000_000)
        let group = stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re f")
        let mask = try file("/G gs", "/ExtGState<</G<</SMask<</S/Alpha/G 5 0 R>>>>>>", [group])
        #expect(try count(mask) == 1 + 2)
        let glyphs = try file(
            "BT /F 1 Tf (ab) Tj ET", "/Font<</F<</Type/Font/Subtype/Type3/CharProcs<</a 5 0 R/b 6 0 R>>>>>>",
            [stream("", "9 0 d0"), stream("", "9 0 d0 0 0 9 9 re f")])
        #expect(try count(glyphs) == 4 + 4 * (1 + 3))
    }

    @Test("what cannot be decoded counts as nothing, unless it may be larger than memory")
    func damaged() throws {
        let form = { (filters: String) in
            stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter[\(filters)]", "neither one nor the other")
        }
        let flate = "/FlateDecode"
        #expect(try count(try file("/F Do", "/XObject<</F 5 0 R>>", [form(flate)])) == 1)
        #expect(try count(try file("/F Do", "/XObject<</F 5 0 R>>", [form(flate + flate + flate)])) == 1_000_000)
    }

    @Test("pictures count by their pixels, if they are decoded")
    func pictures() throws {
        let picture = "<</Type/XObject/Subtype/Image/Width 1000/Height 500/Length 0>>stream\n\nendstream"
        let twice = try file("/I Do /I Do", "/XObject<</I 5 0 R>>", [picture])
        #expect(try count(twice) == 2 + 2 * 5_000)
        #expect(try count(twice, countsPixels: false) == 2)
        let endless = picture.replacing("1000", with: "99999999999").replacing("500", with: "99999999999")
        #expect(try count(try file("/I Do", "/XObject<</I 5 0 R>>", [endless])) == 1_000_000)
    }
}
