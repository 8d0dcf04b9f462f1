import FailureModel
import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing

import Typesetting

@Suite("What pages drawn by hand can refer to", .blocking) struct CanvasLinkTests {
    private let template = PageTemplate(size: PageSize(width: 200, height: 100), bleed: 10, foot: nil)

    private func drawn(
        _ options: TypesettingOptions = TypesettingOptions(), _ draw: (PageCanvas) throws(Failure) -> Void
    ) throws -> Data {
        var pdf = Data()
        try Typesetter(options: options).write(to: { bytes in pdf += bytes }, drawing: draw)
        return pdf
    }

    private func read(_ pdf: Data, _ arguments: [String]) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(pdf, "a.pdf")
        return String(decoding: try Program.run("pdfinfo", arguments + [file.path]), as: UTF8.self)
    }

    @Test("places of links and names are read back by pdfinfo")
    func links() throws {
        let pdf = try drawn { canvas throws(Failure) in
            let text = canvas.fit(Paragraph("card", TextStyle(size: 10)))
            try canvas.beginPage(template)
            canvas.anchor("here", y: 12)
            canvas.anchor("here", y: 50)
            canvas.begin(.link)
            canvas.link(
                Region(x: 20, y: 30, width: 50, height: 20), to: .address("https://example.org/a"), text: "A card")
            canvas.draw(text, x: 22, y: 32)
            canvas.end()
            try canvas.beginPage(template)
            canvas.begin(.link)
            canvas.link(Region(x: 0, y: 0, width: 9, height: 9), to: .destination("here"), text: "Back")
            canvas.end()
        }
        #expect(try read(pdf, ["-url"]).contains("https://example.org/a"))
        let names = try read(pdf, ["-dests"]).split(separator: "\n").filter { $0.contains("here") }
        #expect(names.count == 1 && names[0].contains("98"))
        let structure = try read(pdf, ["-struct-text"])
        #expect(structure.contains("Link") && structure.contains("\"card\"") && structure.contains("Object"))
        let text = String(decoding: pdf, as: Unicode.ASCII.self)
        #expect(text.contains("/Contents (A card)") && text.contains("/Rect [ 30 60 80 80 ]"))
    }

    @Test("groups of a table of contents, and captions, are in the structure")
    func groups() throws {
        let pdf = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            canvas.begin(.contents)
            canvas.begin(.contentsItem)
            canvas.draw(canvas.fit(Paragraph("one", TextStyle(size: 10))), x: 10, y: 10)
            canvas.end()
            canvas.end()
            canvas.draw(canvas.fit(Paragraph("said", TextStyle(size: 10))), x: 10, y: 40, as: .caption)
        }
        let lines = try read(pdf, ["-struct-text"]).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(lines.contains { $0.hasPrefix("TOC") } && lines.contains { $0.hasPrefix("TOCI") })
        #expect(lines.contains { $0.hasPrefix("Caption") } && lines.contains("\"said\""))
    }

    @Test("a page of another PDF keeps its letters and lines, and is a figure")
    func documentPage() throws {
        let inner = try drawn { canvas throws(Failure) in
            try canvas.beginPage(PageTemplate(size: PageSize(width: 100, height: 50), foot: nil))
            canvas.draw(canvas.fit(Paragraph("vector", TextStyle(size: 10))), x: 10, y: 10)
        }
        var isDrawn = [true, true, true]
        let pdf = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            let place = Region(x: 50, y: 20, width: 100, height: 50)
            isDrawn = [
                canvas.draw(DocumentPage(inner), in: place, alternativeText: "A page"),
                canvas.draw(DocumentPage(inner, index: 1), in: place, alternativeText: "None"),
                canvas.draw(DocumentPage(Data("no".utf8)), in: place, alternativeText: "None"),
            ]
        }
        #expect(isDrawn == [true, false, false])
        let pages = try RenderedPages(pdf)
        let word = try #require(try pages.words(0).first)
        #expect(word.text == "vector" && abs(word.region.x - 70) < 1.5)
        #expect(String(decoding: pdf, as: Unicode.ASCII.self).contains("/Alt (A page)"))
        let structure = try read(pdf, ["-struct"])
        #expect(structure.contains("Figure"))
    }

    @Test("what photos in a page of another PDF say besides their pixels does not get into the document")
    func metadata() throws {
        let secret = "GPS 48.2082 16.3738"
        var photo = try ColourPicture(width: 40, height: 30) { x, y in UInt32(x * 6) << 24 | UInt32(y * 8) << 16 | 0xFF
        }
        .file(.jpeg)
        let content = Array(secret.utf8)
        let length = content.count + 2
        photo.insert(
            contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content, at: photo.startIndex + 2)
        photo += Data(secret.utf8)
        let inner = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            _ = canvas.draw(
                PictureFile(photo), in: Region(x: 0, y: 0, width: 100, height: 80), alternativeText: "A photo")
        }
        #expect(inner.firstRange(of: Data(secret.utf8)) != nil)
        let pdf = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            _ = canvas.draw(
                DocumentPage(inner), in: Region(x: 0, y: 0, width: 200, height: 100), alternativeText: "A page")
        }
        #expect(pdf.firstRange(of: Data("DCTDecode".utf8)) != nil && pdf.firstRange(of: Data(secret.utf8)) == nil)
        let image = try RenderedPages(pdf).image(0)
        #expect(image[60, 60] < 250)
    }

    @Test("the colours are said to be those of sRGB if that is wanted")
    func outputIntent() throws {
        func pdf(_ states: Bool) throws -> String {
            let pdf = try drawn(TypesettingOptions(statesColors: states)) { canvas throws(Failure) in
                try canvas.beginPage(template)
                canvas.draw(canvas.fit(Paragraph("a", TextStyle(size: 10))), x: 10, y: 10)
            }
            return String(decoding: pdf, as: Unicode.ASCII.self)
        }
        let stated = try pdf(true)
        #expect(stated.contains("/OutputIntents") && stated.contains("sRGB IEC61966-2.1") && stated.contains("acsp"))
        #expect(try !pdf(false).contains("/OutputIntents"))
    }

    @Test("a picture that covers the whole page keeps its place in the structure")
    func coveringPicture() throws {
        let photo = try ColourPicture(width: 40, height: 30) { x, _ in UInt32(x * 6) << 24 | 0xFF }.file(.jpeg)
        let pdf = try drawn { canvas throws(Failure) in
            try canvas.beginPage(template)
            _ = canvas.draw(
                PictureFile(photo), in: Region(x: -40, y: -60, width: 280, height: 210), alternativeText: "A photo")
            canvas.draw(canvas.fit(Paragraph("title", TextStyle(size: 10))), x: 10, y: 10)
        }
        let structure = try read(pdf, ["-struct-text"])
        #expect(structure.contains("Figure") && structure.contains("\"title\""))
    }
}
