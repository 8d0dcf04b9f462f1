import FailureModel
import FormModel
import Foundation
import Portfolio
import Synchronization
import TestSupport
import Testing
import Typesetting

import PortfolioBook

@Suite("Pictures of a portfolio's book") struct BookPictureTests {
    /// A book of one picture on its own page.
    private func single(
        _ file: Data, _ width: Int, _ height: Int, isPlain: Bool, flatness: Double = 0.3, ppi: Int = 220
    )
        throws -> SetPortfolioBook
    {
        var portfolio = SamplePortfolio()
        let input = portfolio.picture(width, height, file: file, isPlain: isPlain, flatness: flatness)
        portfolio.block(.work, .media(SamplePortfolio.media(input)), title: "One", work: "One")
        portfolio.edition.ppi = ppi
        return try SetPortfolioBook(portfolio.book())
    }

    @Test("pass through as plain JPEGs within 1.5 times the resolution, and are made smaller beyond")
    func passing() throws {
        let file = try SamplePortfolio.hill(1_800, 1_200).file(.jpeg)
        let passed = try single(file, 1_800, 1_200, isPlain: true)
        #expect(passed.pdf.firstRange(of: file) != nil)
        let own = try #require(passed.report.pictures.first)
        #expect(own.width == 1_800 && (150...300).contains(own.ppi ?? 0))
        let smaller = try single(file, 1_800, 1_200, isPlain: true, ppi: 100)
        #expect(smaller.pdf.firstRange(of: file) == nil)
        let placed = try #require(smaller.report.pictures.first)
        let inches = 1_800 / Double(placed.ppi ?? 1)
        #expect(abs(Double(placed.width ?? 0) / inches - 100) < 2 && placed.ppi == own.ppi)
        #expect(try single(file, 1_800, 1_200, isPlain: false).pdf.firstRange(of: file) == nil)
    }

    @Test("are never enlarged, and are warned of below 150 pixels an inch")
    func coarse() throws {
        let set = try single(try SamplePortfolio.hill(400, 300).file(.jpeg), 400, 300, isPlain: false)
        let own = try #require(set.report.pictures.first)
        #expect(own.width == 400 && own.ppi == 72)
        #expect(set.report.warnings.map(\.code) == [.lowResolution] && set.report.warnings[0].ppi == 72)
        #expect(set.report.warnings[0].page == own.page)
    }

    @Test("are kept without loss if they are graphics or transparent")
    func graphics() throws {
        let flat = try ColourPicture(width: 900, height: 600) { x, _ in x > 450 ? 0xF0F0_F0FF : 0x2040_80FF }.file(.png)
        let graphic = try single(flat, 900, 600, isPlain: false, flatness: 0.99)
        #expect(try !graphic.read("pdfimages", ["-list"]).contains("jpeg"))
        let hole = try ColourPicture(width: 900, height: 600) { x, y in x > y ? 0x1E28_C8FF : 0 }.file(.png)
        #expect(try single(hole, 900, 600, isPlain: false).read("pdfimages", ["-list"]).contains("smask"))
    }

    @Test(
        "that move are shown by their first frame",
        arguments: [("moving.gif", "image/gif"), ("moving.webp", "image/webp")])
    func moving(name: String, mediaType: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../testdata/pictures/portfolio/\(name)")
        var portfolio = SamplePortfolio()
        let input = portfolio.picture(
            64, 48, file: try Data(contentsOf: file), flatness: 0.99, mediaType: mediaType)
        portfolio.block(.work, .media(SamplePortfolio.media(input)), title: "One", work: "One")
        let set = try SetPortfolioBook(portfolio.book())
        #expect(!set.report.warnings.map(\.code).contains(.pictureLeftOut) && set.report.pictures.count == 1)
    }

    @Test("that cannot be read leave their places empty, and the book is whole")
    func damaged() throws {
        let set = try single(Data("nothing".utf8), 900, 600, isPlain: true)
        #expect(set.report.warnings.map(\.code) == [.pictureLeftOut] && set.report.pictures.isEmpty)
        #expect(set.report.pages == 3)
        #expect(try set.objects().contains("/Alt (Picture number 0)"))
    }

    @Test("are drawn with lines and letters where they are pages of documents or drawings")
    func vectors() throws {
        var inner = Data()
        try Typesetter().write(to: { bytes in inner += bytes }) { canvas throws(Failure) in
            for word in ["alpha", "omega"] {
                try canvas.beginPage(PageTemplate(size: PageSize(width: 300, height: 420), foot: nil))
                canvas.draw(canvas.fit(Paragraph(word, TextStyle(size: 20))), x: 30, y: 30)
            }
        }
        var portfolio = SamplePortfolio()
        let document = portfolio.file(
            InputAnalysis(
                type: .document, mediaType: "application/pdf", pages: 2,
                renditions: [0, 1].map {
                    Rendition(
                        name: "\($0)", quality: .high, page: $0, mediaType: "image/jpeg", width: 600, height: 840,
                        byteCount: 1)
                }), inner)
        for page in 0..<2 {
            portfolio.block(
                .credibility, .media(SamplePortfolio.media(document, page: page)), title: page == 0 ? "Resume" : nil)
        }
        let set = try SetPortfolioBook(portfolio.book())
        let text = try set.read("pdftotext", [], after: ["-"])
        #expect(text.contains("alpha") && text.contains("omega"))
        #expect(set.report.pictures.map(\.page) == [3, 3] && set.report.pictures.allSatisfy { $0.ppi == nil })
    }

    @Test("of videos are posters with their length, in text and for those who cannot see them")
    func videos() throws {
        let portfolio = try #require(SampleFolders.all.first { $0.name == "one video" }?.portfolio)
        let set = try SetPortfolioBook(portfolio.book())
        #expect(try set.read("pdftotext", [], after: ["-"]).contains("Video · 1:23"))
        #expect(try set.objects().contains("/Alt (Picture number 0 \\(video, 1:23\\))"))
    }

    @Test("are read one at a time, when their page is set, and only in the form that is needed")
    func requests() throws {
        let portfolio = try #require(SampleFolders.all.first { $0.name == "17 mixed pictures" }?.portfolio)
        var book = try portfolio.book()
        let requests = Mutex<[BookPictureSource.Request]>([])
        let source = book.source
        book.source = BookPictureSource { request throws(Failure) in
            requests.withLock { $0.append(request) }
            return try source.read(request)
        }
        _ = try SetPortfolioBook(book)
        #expect(requests.withLock { $0.map(\.input) } == Array(0..<17))
    }

    @Test("are made as small as a largest size demands, in at most two typesettings, or the book is refused")
    func sizes() throws {
        var portfolio = SamplePortfolio()
        var media: [ArrangedMedia] = []
        for index in 0..<4 {
            let file = try SamplePortfolio.hill(1_500, 1_000, index).file(.jpeg)
            media.append(SamplePortfolio.media(portfolio.picture(1_500, 1_000, file: file)))
        }
        portfolio.block(.work, .gallery(media), title: "All", work: "All")
        let reads = Mutex(0)
        func set(_ most: Int64?) throws -> SetPortfolioBook {
            portfolio.edition.maxSize = most
            var book = try portfolio.book()
            let source = book.source
            book.source = BookPictureSource { request throws(Failure) in
                reads.withLock { $0 += 1 }
                return try source.read(request)
            }
            return try SetPortfolioBook(book)
        }
        let finest = try set(50_000_000)
        #expect(finest.report.ppi == 300 && finest.report.quality == 88 && reads.withLock { $0 } == 4)
        var last = finest.report.size
        var steps: Set<Int> = [300]
        for share in [0.8, 0.6, 0.45] {
            reads.withLock { $0 = 0 }
            let most = Int64(Double(finest.report.size) * share)
            guard let book = try? set(most) else { continue }
            #expect(book.pdf.count <= most && book.report.size == book.pdf.count && book.report.size <= last)
            #expect(reads.withLock { $0 } <= 8)
            last = book.report.size
            steps.insert(book.report.ppi)
        }
        #expect(steps.count >= 2)
        let failure = #expect(throws: Failure.self) { try set(10_000) }
        #expect(failure?.code == .sizeUnreachable)
        // The size that the message names is one with which the book can be made.
        let message = try #require(failure?.message)
        let named = try #require(message.firstMatch(of: /still has ([0-9.]+ (?:kB|MB)),/)?.1)
        let enough = try #require(ByteSize.parse(String(named)))
        #expect(try set(enough).pdf.count <= enough)
        #expect(throws: Failure.self) { try set(enough * 9 / 10) }
    }

    @Test("keep a largest size that the coarsest step reaches, even by compressing plain JPEGs again")
    func reachable() throws {
        // Noise at a low resolution: the file is embedded unchanged by every step, and is large.
        var generator = SeededGenerator(seed: 3)
        let file = try ColourPicture(width: 400, height: 300) { _, _ in
            UInt32.random(in: 0...0xFFFFFF, using: &generator) << 8 | 0xFF
        }.file(.jpeg)
        var portfolio = SamplePortfolio()
        let input = portfolio.picture(400, 300, file: file, isPlain: true)
        portfolio.block(.work, .media(SamplePortfolio.media(input)), title: "All", work: "All")
        func set(_ most: Int64?, ppi: Int? = nil) throws -> PortfolioBookReport {
            portfolio.edition.maxSize = most
            portfolio.edition.ppi = ppi
            return try SetPortfolioBook(try portfolio.book()).report
        }
        let unchanged = try set(nil).size
        let failure = #expect(throws: Failure.self) { try set(10_000) }
        let named = try #require(failure?.message.firstMatch(of: /still has ([0-9.]+ (?:kB|MB)),/)?.1)
        let least = try #require(ByteSize.parse(String(named)))
        #expect(least < Int64(unchanged) * 3 / 4)
        for ppi in [nil, 72, 100, 300] {
            let report = try set(least + 1_000, ppi: ppi)
            #expect(report.size <= least + 1_000 && report.ppi == 72)
        }
    }
}
