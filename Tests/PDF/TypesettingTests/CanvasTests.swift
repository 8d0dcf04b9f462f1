import FailureModel
import FormModel
import Foundation
import QPDF
import TestSupport
import TestTraits
import Testing

import Typesetting

@Suite("Pages drawn by hand", .blocking) struct CanvasTests {
    private let template = PageTemplate(size: PageSize(width: 200, height: 100), bleed: 10, foot: nil)

    private func drawn(_ draw: (PageCanvas) throws(Failure) -> Void) throws -> Data {
        var pdf = Data()
        try Typesetter().write(to: { bytes in pdf += bytes }, drawing: draw)
        return pdf
    }

    @Test("a text that goes on to another page is one element, and stands where it was put")
    func places() throws {
        let pdf = try drawn { canvas throws(Failure) in
            let text = canvas.fit(Paragraph("one\ntwo\nthree", TextStyle(size: 10)), width: 80)
            try canvas.beginPage(template)
            canvas.draw(text, lines: 0..<2, x: 20, y: 30)
            try canvas.beginPage(template)
            canvas.draw(text, lines: 2..<3, x: 120, y: 50)
        }
        let pages = try RenderedPages(pdf)
        let words = try (0..<pages.count).map { try pages.words($0) }
        #expect(words.map { $0.map(\.text) } == [["one", "two"], ["three"]])
        // The bleed is outside the finished page.
        #expect(abs(words[0][0].region.x - 30) < 1 && abs(words[1][0].region.x - 130) < 1)
        #expect(words[1][0].region.y >= 59 && words[1][0].region.y < 65)
        let folder = try TemporaryFolder()
        let file = try folder.write(pdf, "a.pdf")
        let structure = String(decoding: try Program.run("pdfinfo", ["-struct", file.path]), as: UTF8.self)
        #expect(structure.components(separatedBy: "P (block)").count == 2)
    }

    @Test("a text is measured line by line, and the rest of it can be set in another width")
    func lines() throws {
        _ = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            let style = ParagraphStyle(leastLineHeight: 20)
            let text = canvas.fit(
                Paragraph("one two three four five six", TextStyle(size: 10), style: style), width: 60)
            #expect(text.lineCount >= 3 && text.height == Double(text.lineCount) * 20)
            #expect(text.lineCount(fitting: 59) == 2 && text.lineCount(from: 1, fitting: 40) == 2)
            #expect(text.height(of: 1..<3) == 40 && text.width <= 60)
            let rest = text.text(fromLine: 1)
            #expect("one two three four five six".hasSuffix(rest) && !rest.hasPrefix(" ") && !rest.hasPrefix("one"))
            #expect(text.text(fromLine: 99) == "")
        }
    }

    @Test("decorations lie beneath the content and are no part of the structure")
    func decorations() throws {
        let pdf = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            canvas.draw(canvas.fit(Paragraph("read", TextStyle(size: 10))), x: 10, y: 10)
            canvas.draw(canvas.fit(Paragraph("7", TextStyle(size: 10))), x: 10, y: 50, as: .decoration)
            canvas.fill([.rectangle(Region(x: 0, y: 0, width: 200, height: 100))], Color(gray: 0.9))
        }
        #expect(try Set(RenderedPages(pdf).words(0).map(\.text)) == ["read", "7"])
        let folder = try TemporaryFolder()
        let file = try folder.write(pdf, "a.pdf")
        let structure = String(decoding: try Program.run("pdfinfo", ["-struct-text", file.path]), as: UTF8.self)
        #expect(structure.contains("\"read\"") && !structure.contains("7"))
        // The text is not covered by the fill that came later.
        let image = try RenderedPages(pdf).image(0)
        #expect(image.pixels.contains { $0 < 60 })
    }

    @Test("more pages than the limit are refused")
    func limit() throws {
        let typesetter = Typesetter(options: TypesettingOptions(maximumPages: 2))
        let failure = #expect(throws: Failure.self) {
            try typesetter.write(
                to: { _ in },
                drawing: { canvas throws(Failure) in
                    for _ in 0..<3 { try canvas.beginPage(template) }
                })
        }
        #expect(failure?.code == .outputTooLong)
    }

    @Test("an emoji within flowing text is a sharp picture that stands for its text")
    func emoji() throws {
        let document = try SetDocument([.paragraph(Paragraph("A cat 🐱 here", TextStyle(size: 12)))])
        #expect(document.report.warnings == [])
        #expect(String(decoding: document.pdf, as: Unicode.ASCII.self).contains("/ActualText <FEFFD83DDC31"))
        try document.read { file in
            let list = String(decoding: try Program.run("pdfimages", ["-list", file.path]), as: UTF8.self)
            let columns = list.split(separator: "\n").dropFirst(2).first?.split(separator: " ").map(String.init) ?? []
            #expect(columns.count > 13 && (Int(columns.count > 13 ? columns[12] : "") ?? 0) >= 250, "\(list)")
        }
        #expect(try document.words()[0].contains("cat") && document.words()[0].contains("here"))
    }
}
