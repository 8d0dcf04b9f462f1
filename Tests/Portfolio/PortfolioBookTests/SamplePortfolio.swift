import FailureModel
import Foundation
import Portfolio
import TestSupport

import PortfolioBook

/// Portfolios of pictures that code makes, added one by one.
struct SamplePortfolio {
    private(set) var analyses: [Int: InputAnalysis] = [:]
    private(set) var scores: [Int: Double] = [:]
    private var inputs: [PortfolioManifest.Input] = []
    private var blocks: [SectionID: [ArrangedBlock]] = [:]
    private var files: [Int: Data] = [:]
    /// The paragraph of texts.
    static let paragraph = """
        I photograph quiet places: the edge of a lake before the wind wakes up, a street after the rain, the last light \
        on a ridge. My pictures are made slowly, on foot, and mostly within a day's walk of where I live.
        """

    var cover: Int?
    var title = "Quiet Places"
    var subtitle = "Photographs by Ada Lovelace"
    var contact = PortfolioContact(email: "ada@example.org", phone: "+44 20 7946 0000", url: "https://ada.example.org/")
    var edition = PortfolioEdition()

    // MARK: Inputs

    /// Adds a picture of some size in pixels; of one that is given no bytes, a small file is drawn in its place.
    mutating func picture(
        _ width: Int, _ height: Int, score: Double = 0.5, file: Data? = nil, isPlain: Bool = false,
        flatness: Double = 0.3, mediaType: String = "image/jpeg"
    ) -> Int {
        let input = add(
            InputAnalysis(
                type: .picture, mediaType: mediaType,
                picture: Self.facts(width, height, isPlain: isPlain, flatness: flatness)))
        scores[input] = score
        files[input] = file
        return input
    }

    /// Adds a file of another type.
    mutating func file(_ analysis: InputAnalysis, _ bytes: Data?) -> Int {
        let input = add(analysis)
        files[input] = bytes
        return input
    }

    private mutating func add(_ analysis: InputAnalysis) -> Int {
        inputs.append(PortfolioManifest.Input(.file(part: inputs.count, content: "")))
        analyses[inputs.count - 1] = analysis
        return inputs.count - 1
    }

    static func facts(_ width: Int, _ height: Int, isPlain: Bool = false, flatness: Double = 0.3) -> PictureFacts {
        PictureFacts(
            width: width, height: height,
            features: PictureFeatures(
                sharpness: 200, mean: 110, deviation: 50, clipped: 0, colorfulness: 40, flatness: flatness),
            differenceHash: "0000000000000000", blurHash: "",
            colors: [
                ColorCluster(lightness: 0.8, a: 0.01, b: 0.01, share: 0.6),
                ColorCluster(lightness: 0.7, a: 0.12, b: 0.08, share: 0.4),
            ], isPlainJPEG: isPlain)
    }

    // MARK: Blocks

    mutating func block(_ section: SectionID, _ content: ArrangedContent, title: String? = nil, work: String? = nil) {
        let id = "\(section.rawValue)-\(blocks[section, default: []].count)"
        blocks[section, default: []].append(
            ArrangedBlock(
                id: id, content: content, title: title, work: work, score: 0.5, priority: .medium, reasons: []))
    }

    /// Adds a gallery as a work.
    mutating func gallery(
        _ title: String, _ sizes: [(Int, Int)], captions: [Int: String] = [:], best: Int? = nil, second: Int? = nil
    ) {
        var media: [ArrangedMedia] = []
        for (index, size) in sizes.enumerated() {
            let input = picture(size.0, size.1, score: index == best ? 0.9 : index == second ? 0.8 : 0.5)
            media.append(Self.media(input, caption: captions[index]))
        }
        if media.count == 1 {
            block(.work, .media(media[0]), title: title, work: title)
        } else {
            block(.work, .gallery(media), title: title, work: title)
        }
    }

    static func media(_ input: Int, caption: String? = nil, page: Int = 0, isVideo: Bool = false) -> ArrangedMedia {
        ArrangedMedia(
            input: input, page: page, isVideo: isVideo, caption: caption, altText: "Picture number \(input)",
            altTextSource: .rule)
    }

    mutating func text(
        _ section: SectionID, _ text: String, header: String = "A heading", role: ArrangedText.Role = .general,
        work: String? = nil, blocks: [RichBlock]? = nil
    ) {
        let input = add(InputAnalysis(type: .text, mediaType: "text/plain", text: text, blocks: blocks))
        block(
            section, .text(ArrangedText(input: input, role: role, header: header, text: text)), title: work, work: work)
    }

    mutating func link(_ url: String, platform: String, title: String, description: String = "") {
        inputs.append(PortfolioManifest.Input(.link(url)))
        block(
            .credibility,
            .link(
                ArrangedLink(
                    input: inputs.count - 1, url: url, platform: platform, title: title, description: description)))
    }

    // MARK: Book

    /// The book; what has no bytes is a small picture.
    func book() throws -> PortfolioBook {
        let small = try Self.smallPicture()
        let files = files
        let sections = SectionID.allCases.compactMap { id in
            blocks[id].map { ArrangedSection(id, $0) }
        }
        return PortfolioBook(
            manifest: PortfolioManifest(title: title, subtitle: subtitle, contact: contact, inputs: inputs),
            arrangement: Arrangement(cover: cover, sections: sections), analyses: analyses, edition: edition,
            scores: scores,
            source: BookPictureSource { request throws(Failure) in files[request.input] ?? small })
    }

    static func smallPicture() throws -> Data {
        try ColourPicture(width: 60, height: 40) { x, y in
            UInt32((x * 4) << 24 | (y * 6) << 16 | 0x80FF)
        }.file(.jpeg)
    }

    /// A picture that looks like a hill under a sky.
    static func hill(_ width: Int, _ height: Int, _ hue: Int = 0) -> ColourPicture {
        ColourPicture(width: width, height: height) { x, y in
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            let ridge = 0.5 + 0.15 * sin(u * 5 + Double(hue)) + 0.05 * sin(u * 17)
            let shade = v < ridge ? 180 + Int(60 * v) : 120 - Int(80 * (v - ridge))
            let colours = [
                (shade, shade * 3 / 4, shade / 2), (shade / 2, shade * 3 / 4, shade), (shade / 2, shade, shade / 2),
            ]
            let (red, green, blue) = colours[hue % 3]
            return UInt32(red & 255) << 24 | UInt32(green & 255) << 16 | UInt32(blue & 255) << 8 | 0xFF
        }
    }
}

/// A book that was set, and what independent programs read in it.
struct SetPortfolioBook {
    let pdf: Data
    let report: PortfolioBookReport

    init(_ book: PortfolioBook) throws {
        (pdf, report) = try PortfolioBookTypesetter(book).pdf()
    }

    /// The objects of the PDF, which itself has them compressed.
    func objects() throws -> String {
        String(decoding: try expandedPDF(pdf), as: Unicode.ASCII.self)
    }

    /// The output of a program that reads the PDF.
    func read(_ program: String, _ arguments: [String], after: [String] = []) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(pdf, "book.pdf")
        return String(decoding: try Program.run(program, arguments + [file.path] + after), as: UTF8.self)
    }
}
