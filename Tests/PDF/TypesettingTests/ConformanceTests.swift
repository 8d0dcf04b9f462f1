import FormModel
import Foundation
import QPDF
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: what a PDF states about itself") struct ConformanceTests {
    private static let info = DocumentInfo(title: "Notes", language: "en")
    private static let archival = TypesettingOptions(isArchival: true)

    /// The properties of PDF/UA and PDF/A in the metadata.
    private func stated(in document: SetDocument) throws -> [String] {
        let metadata = String(
            decoding: try PDFFile(data: document.pdf).root["/Metadata"].streamContent().data, as: UTF8.self)
        return metadata.matches(of: /<(pdf(?:uaid|aid):[a-z]+)>([^<]*)</).map { "\($0.1)=\($0.2)" }
    }

    private func picture() throws -> PictureFile {
        PictureFile(try Pictures.file(GrayImage(width: 8, height: 8, pixels: .init(repeating: 9, count: 64)), .png))
    }

    @Test("PDF/UA is stated if title, language, tags and all glyphs are there")
    func accessible() throws {
        let text = FlowBlock.paragraph(Paragraph("Text"))
        #expect(try stated(in: SetDocument([text], info: Self.info)) == ["pdfuaid:part=1"])
        for info in [
            DocumentInfo(title: "Notes"), DocumentInfo(language: "en"), DocumentInfo(title: " ", language: "en"),
        ] {
            #expect(try stated(in: SetDocument([text], info: info)).isEmpty)
        }
        let untagged = TypesettingOptions(isTagged: false)
        #expect(try stated(in: SetDocument([text], info: Self.info, options: untagged)).isEmpty)
        let unknown = FlowBlock.paragraph(Paragraph("\u{F0000}"))
        #expect(try stated(in: SetDocument([unknown], info: Self.info)).isEmpty)
        let dead = FlowBlock.paragraph(Paragraph("dead", TextStyle(link: .destination("nowhere"))))
        #expect(try stated(in: SetDocument([dead], info: Self.info)).isEmpty)
        let page = DocumentPage(try TestData.data("forms/irs-8888.pdf"))
        let drawn = FlowBlock.figure(Figure(.page(page), alternativeText: "A form"))
        #expect(try stated(in: SetDocument([drawn], info: Self.info)).isEmpty)
    }

    @Test("PDF/A-2u is stated if it was asked for, beside PDF/UA with its description")
    func archival() throws {
        let blocks: [FlowBlock] = [
            .paragraph(Paragraph("Text")), .figure(Figure(.picture(try picture()), alternativeText: "A square")),
        ]
        let document = try SetDocument(blocks, info: Self.info, options: Self.archival)
        #expect(document.report.warnings.isEmpty)
        #expect(try stated(in: document) == ["pdfuaid:part=1", "pdfaid:part=2", "pdfaid:conformance=U"])
        let root = try PDFFile(data: document.pdf).root
        #expect(root["/OutputIntents"].items.map { $0["/S"].name } == ["GTS_PDFA1"])
        let metadata = String(decoding: try root["/Metadata"].streamContent().data, as: UTF8.self)
        #expect(metadata.contains("pdfaExtension:schemas"))
        let untitled = try SetDocument(blocks, options: Self.archival)
        #expect(try stated(in: untitled) == ["pdfaid:part=2", "pdfaid:conformance=U"])
        #expect(try stated(in: SetDocument(blocks)).isEmpty)
    }

    @Test("content that PDF/A forbids is set without the statement, and the report says why")
    func obstacles() throws {
        let inks = PictureFile(Pictures.adobeInks)
        let page = DocumentPage(try TestData.data("forms/irs-8888.pdf"))
        let contents: [(FlowBlock, TypesettingWarning.ArchivalObstacle)] = [
            (.paragraph(Paragraph("\u{F0000}")), .missingGlyph),
            (.figure(Figure(.picture(inks), alternativeText: "Red")), .inks),
            (.figure(Figure(.page(page), alternativeText: "A form")), .documentPage),
        ]
        for (block, obstacle) in contents {
            let document = try SetDocument([block], info: Self.info, options: Self.archival)
            #expect(!(try stated(in: document).contains { $0.hasPrefix("pdfaid") }), "\(obstacle)")
            #expect(document.report.warnings.map(\.kind).contains(.notArchival(obstacle)), "\(obstacle)")
        }
    }

    @Test("TrueType fonts name their glyphs, pictures are not interpolated, and streams end with a line")
    func syntax() throws {
        let blocks: [FlowBlock] = [
            .paragraph(Paragraph("Ελληνικά")), .code(CodeBlock("code")),
            .figure(Figure(.picture(try picture()), alternativeText: "A square")),
        ]
        let document = try SetDocument(blocks, info: Self.info, options: Self.archival)
        let resources = try PDFFile(data: document.pdf).root["/Pages"]["/Kids"].items[0]["/Resources"]
        let fonts = resources["/Font"].keys.flatMap { resources["/Font"][$0]["/DescendantFonts"].items }
        let trueType = fonts.filter { $0["/Subtype"].name == "CIDFontType2" }
        #expect(!trueType.isEmpty && trueType.allSatisfy { $0["/CIDToGIDMap"].name == "Identity" })
        let pictures = resources["/XObject"].keys.map { resources["/XObject"][$0] }
            .filter { $0["/Subtype"].name == "Image" }
        #expect(!pictures.isEmpty && pictures.allSatisfy { !$0["/Interpolate"].isTrue })
        var ends = document.pdf.ranges(of: Data("endstream".utf8)).map(\.lowerBound)
        ends.removeAll { document.pdf[$0 - 1] == UInt8(ascii: "\n") }
        #expect(ends.isEmpty)
    }

    @Test("the levels of headings are those of their nesting, without gaps")
    func headingLevels() throws {
        let levels = [2, 4, 4, 3, 1, 6, 2]
        let blocks = levels.map { FlowBlock.heading(Heading(level: $0, Paragraph("\($0)"))) }
        let structure = try SetDocument(blocks).structure().matches(of: /H[1-6]/).map { String($0.0) }
        #expect(structure == ["H1", "H2", "H2", "H2", "H1", "H2", "H2"])
    }
}
