import FormModel
import Foundation
import QPDF
import TestSupport
import TestTraits
import Testing
import Typesetting

@Suite("Typesetting: figures", .blocking) struct FigureTests {
    private let template = PageTemplate(size: PageSize(width: 220, height: 220), margins: Insets(10), foot: nil)

    private func picture(_ format: Pictures.Format, width: Int = 96, height: Int = 48) throws -> PictureFile {
        let image = GrayImage(width: width, height: height, pixels: [UInt8](repeating: 40, count: width * height))
        return PictureFile(try Pictures.file(image, format))
    }

    private func ink(_ blocks: [FlowBlock], page: Int = 0) throws -> Region? {
        let document = try SetDocument(blocks, template: template)
        let blank = try SetDocument([], template: template)
        return difference(try RenderedPages(document.pdf).image(page), try RenderedPages(blank.pdf).image(0))
    }

    @Test("a page of a PDF is sound unless a PDF that it is drawn into would lack an object")
    func soundPages() throws {
        var form = try TestData.data("forms/irs-8888.pdf")
        #expect(DocumentPage(form).isSound && !DocumentPage(form, index: 9).isSound)
        // A byte of an embedded font.
        form[14_338] = 118
        let pages = (0..<3).map { DocumentPage(form, index: $0) }
        #expect(pages.allSatisfy(\.isReadable) && !pages.allSatisfy(\.isSound))
    }

    @Test("a picture has its size at 96 pixels per inch", arguments: [Pictures.Format.png, .jpeg])
    func ownSize(format: Pictures.Format) throws {
        let ink = try #require(try ink([.figure(Figure(.picture(try picture(format)), alternativeText: "a"))]))
        #expect(ink == Region(x: 10, y: 10, width: 72, height: 36))
    }

    @Test("a picture that is too wide or too high is scaled down to fit")
    func fitted() throws {
        let wide = try picture(.png, width: 960, height: 96)
        let high = try picture(.png, width: 96, height: 960)
        #expect(
            try ink([.figure(Figure(.picture(wide), alternativeText: "a"))])
                == Region(x: 10, y: 10, width: 200, height: 20))
        #expect(
            try ink([.figure(Figure(.picture(high), alternativeText: "a", alignment: .end))])
                == Region(x: 190, y: 10, width: 20, height: 200))
    }

    @Test("a picture moves to the next page with the caption that it stays with")
    func caption() throws {
        let square = try picture(.png, width: 200, height: 200)
        let document = try SetDocument(
            [
                .paragraph(Paragraph("a\nb\nc")),
                .figure(Figure(.picture(square), alternativeText: "a", staysWithNext: true)),
                .paragraph(Paragraph("caption\nlines")),
            ], template: template)
        #expect(try document.words() == [["a", "b", "c"], ["caption", "lines"]])
    }

    @Test("the bytes of a JPEG are embedded unchanged")
    func unchanged() throws {
        let file = try picture(.jpeg)
        let document = try SetDocument([.figure(Figure(.picture(file), alternativeText: "a"))], template: template)
        #expect(document.pdf.range(of: file.bytes) != nil)
    }

    @Test("a photo is upright however the camera was held", arguments: 1...8)
    func orientation(value: Int) throws {
        var upright = GrayImage(width: 96, height: 48, pixels: [UInt8](repeating: 255, count: 96 * 48))
        for y in 8..<16 {
            for x in 16..<40 { upright[x, y] = 0 }
        }
        let file = PictureFile(try Pictures.held(upright, value))
        let ink = try #require(try ink([.figure(Figure(.picture(file), alternativeText: "a"))]))
        #expect(ink.intersectionOverUnion(Region(x: 22, y: 16, width: 18, height: 6)) > 0.7)
    }

    @Test("a picture that is drawn several times is stored once", arguments: [Pictures.Format.png, .jpeg])
    func storedOnce(format: Pictures.Format) throws {
        let file = try picture(format, width: 200, height: 200)
        let other = try picture(format, width: 200, height: 100)
        let figures = [file, file, other, file].map { FlowBlock.figure(Figure(.picture($0), alternativeText: "a")) }
        let document = try SetDocument(figures, template: template)
        #expect(document.report.pageCount > 1)
        let count = String(decoding: document.pdf, as: UTF8.self).ranges(of: "/Subtype /Image").count
        #expect(count == 2)
        // Cairo would list it twice among the resources of a page.
        let small = PageSize(width: 20, height: 20)
        let twice = try SetDocument(
            [file, file, other].map { .figure(Figure(.picture($0), alternativeText: "a", size: small)) },
            template: template)
        let folder = try TemporaryFolder()
        let check = try Program.run("qpdf", ["--check", folder.write(twice.pdf, "twice.pdf").path])
        #expect(!String(decoding: check, as: UTF8.self).contains("WARNING"))
        #expect(try PDFFile(data: twice.pdf).root["/Pages"]["/Kids"].items[0]["/Resources"]["/XObject"].keys.count == 2)
    }

    @Test("the inks of a JPEG from Adobe's programs are the right way round, beside one from another")
    func invertedInks() throws {
        let plain = try picture(.jpeg)
        for files in [[Pictures.adobeInks], [plain.bytes, Pictures.adobeInks]] {
            let size = PageSize(width: 20, height: 20)
            let document = try SetDocument(
                files.map { .figure(Figure(.picture(PictureFile($0)), alternativeText: "a", size: size)) },
                template: template)
            let image = try RenderedPages(document.pdf).image(0)
            // Red is dark in grey; its complement is light.
            #expect(image[40, 40 * files.count] < 130)
        }
    }

    @Test("a damaged or unknown picture leaves a box with its alternative text, and a warning")
    func unreadable() throws {
        let damaged = try picture(.png).bytes.prefix(60)
        for bytes in [
            damaged, Data("GIF89a".utf8), Data(), try picture(.jpeg).bytes.prefix(20),
            try picture(.jpeg).bytes.dropLast(40),
        ] {
            let figure = Figure(.picture(PictureFile(bytes)), alternativeText: "a cat")
            let document = try SetDocument([.figure(figure)], template: template)
            #expect(try document.words() == [["a", "cat"]])
            #expect(document.report.warnings.map(\.kind) == [.unreadablePicture(alternativeText: "a cat")])
            let kids = try PDFFile(data: document.pdf).root["/StructTreeRoot"]["/K"]["/K"].items
            #expect(kids.map { $0["/Alt"].text } == ["a cat"])
        }
    }

    @Test("a figure leaves room on its page for the caption that it stays with")
    func roomForCaption() throws {
        let figure = Figure(
            .picture(try picture(.png, width: 400, height: 800)), alternativeText: "a", staysWithNext: true,
            roomBelow: 30)
        let document = try SetDocument(
            [.figure(figure), .paragraph(Paragraph("caption"))], template: template)
        #expect(document.report.pageCount == 1)
    }

    @Test("a picture with more pixels than allowed is not decoded")
    func tooLarge() throws {
        let figure = Figure(.picture(try picture(.png)), alternativeText: nil)
        let document = try SetDocument(
            [.figure(figure)], template: template, options: TypesettingOptions(maximumPixels: 96 * 48 - 1))
        #expect(document.report.warnings.map(\.kind) == [.pictureTooLarge(alternativeText: nil)])
    }

    @Test("a placed figure fills its place, up to the edge of the bleed, and takes no space")
    func placed() throws {
        let bleed = PageTemplate(size: PageSize(width: 100, height: 100), margins: Insets(10), bleed: 5, foot: nil)
        let place = Region(x: -5, y: -5, width: 110, height: 50)
        let figure = Figure(.picture(try picture(.png)), alternativeText: "sky", placement: place)
        let document = try SetDocument([.figure(figure), .paragraph(Paragraph("text"))], template: bleed)
        let blank = try SetDocument([.paragraph(Paragraph("text"))], template: bleed)
        #expect(document.report.pageCount == 1)
        let ink = difference(try RenderedPages(document.pdf).image(0), try RenderedPages(blank.pdf).image(0))
        #expect(ink == Region(x: 0, y: 0, width: 110, height: 50))
    }

    @Test("a drawing is drawn command by command, scaled to the size that is wanted")
    func drawing() throws {
        let drawing = Drawing(
            size: PageSize(width: 40, height: 40),
            commands: [.fill([.rectangle(Region(x: 10, y: 20, width: 20, height: 10))], .black)])
        let figure = Figure(
            .drawing(drawing), alternativeText: "a", size: PageSize(width: 80, height: 80))
        #expect(try ink([.figure(figure)]) == Region(x: 30, y: 50, width: 40, height: 20))
        let document = try SetDocument([.figure(figure)], template: template)
        #expect(document.pdf.range(of: Data("/Subtype /Image".utf8)) == nil)
    }
}
