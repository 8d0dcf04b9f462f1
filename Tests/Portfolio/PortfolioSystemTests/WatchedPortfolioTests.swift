import LocalStore
import Geometry
import PortfolioDomain
import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Portfolio
import PortfolioBook
import ServiceTestSupport
import TestSupport
import Testing
import WatchFolder
import WatchFolderTestSupport

/// The kinds of this program, with their stages in child processes.
@Suite("Portfolios from a watched folder to the outbox", .timeLimit(.minutes(30))) struct WatchedPortfolioTests {
    private static let results = ["book.pdf", "media.zip", "portfolio.json", "report.json"]

    /// A work of two pictures, a cover, a text and links.
    private static func ada() throws -> [String: Data] {
        [
            "cover.jpg": try Fixture.data("dune.jpg"), "01 Chairs/oak.jpg": try Fixture.data("srgb.jpg"),
            "01 Chairs/oak.jpg.txt": Data("Oak from the garden".utf8),
            "01 Chairs/tiny.png": try Fixture.data("tiny.png"), "about.txt": Data("I build engines and chairs.".utf8),
            "links.txt": Data("https://github.com/ada The code\n".utf8),
            "portfolio.yaml": Data("title: Ada Lovelace\ndate: 2026-01-31\n".utf8), ".DS_Store": Data("x".utf8),
        ]
    }

    private func text(_ pdf: Data) throws -> String {
        let pages = try RenderedPages(pdf)
        return try (0..<pages.count).map { try pages.text($0) }.joined(separator: "\n")
    }

    @Test("a folder becomes a book, the JSON with its media and a report, and an edition another book")
    func folder() async throws {
        let bench = try PortfolioBench()
        try bench.drop(try Self.ada())
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(bench.names(\.outbox) == Self.results.map { "Ada.\($0)" })
        #expect(bench.names(\.inbox).isEmpty && bench.names(\.failed).isEmpty)
        #expect(bench.names(\.archive) == ["Ada.portfolio"])
        let kept = rule(bench).appendingPathComponent("Ada.portfolio/01 Chairs/oak.jpg")
        #expect(try Data(contentsOf: kept) == Fixture.data("srgb.jpg"))

        let book = try text(bench.result("Ada.book.pdf"))
        for words in ["Ada Lovelace", "Chairs", "Oak from the garden", "I build engines", "The code"] {
            #expect(book.contains(words), "\(words) in \(book)")
        }
        let response = try bench.result("Ada.portfolio.json", as: PortfolioResponse.self)
        #expect(response.success && response.failures.isEmpty && response.portfolio.meta.title == "Ada Lovelace")
        #expect(response.portfolio.sections.map(\.sectionID).contains(.work))
        // All that the JSON names is in the archive, and nothing else.
        let media = response.portfolio.mediaAddresses
        #expect(media.count >= 6 && media.allSatisfy { $0.hasPrefix(PortfolioKind.mediaFolder) })
        #expect(try bench.members(of: "Ada.media.zip") == Set(media))
        let report = try bench.result("Ada.report.json", as: PortfolioReport.self)
        #expect(report.inputs == 5 && report.failures.isEmpty && report.warnings.isEmpty && report.book.pages > 3)

        let edition = "page: a4\ntheme: dark\nomit: [01 Chairs/tiny.png]\n"
        try Data(edition.utf8).write(to: bench.rule.inbox.appendingPathComponent("Ada.edition.yaml"))
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(bench.names(\.outbox) == Self.results.map { "Ada-2.\($0)" } + Self.results.map { "Ada.\($0)" })
        let (first, second) = try (
            RenderedPages(bench.result("Ada.book.pdf")).image(0), RenderedPages(bench.result("Ada-2.book.pdf")).image(0)
        )
        #expect(first.width > first.height && second.width < second.height)
        let again = try bench.result("Ada-2.report.json", as: PortfolioReport.self)
        #expect(again.leftOut.map(\.reason) == ["omitted"])
        // An edition changes the book alone.
        #expect(try bench.result("Ada-2.portfolio.json") == bench.result("Ada.portfolio.json"))
        // Nothing was analysed a second time.
        let analyses = try await bench.system.store.jobs(JobQuery(in: .all)).filter { $0.stage == "analyse" }
        #expect(analyses.count == 4 && analyses.allSatisfy { $0.attempt == 1 })
        for secret in ["Lovelace", "Chairs", "oak", "github"] { #expect(!bench.log.text.contains(secret)) }
    }

    @Test("a ZIP file becomes the same results as its folder, byte for byte, with any number of workers")
    func archive() async throws {
        let files = try Self.ada()
        let (first, second) = (try PortfolioBench(), try PortfolioBench())
        try first.drop(files)
        var zip = HostileZip([HostileZip.Entry]())
        for (path, bytes) in files.sorted(by: { $0.key > $1.key }) {
            var entry = HostileZip.Entry("Ada/" + path)
            entry.bytes = bytes
            zip.entries.append(entry)
        }
        try zip.data.write(to: second.rule.inbox.appendingPathComponent("Ada.portfolio.zip"))
        async let folder = first.work(workers: 1)
        async let archive = second.work(workers: 4)
        #expect(try await [folder, archive] == [FolderWatcher.Summary(done: 1), FolderWatcher.Summary(done: 1)])
        for name in Self.results {
            #expect(try first.result("Ada.\(name)") == second.result("Ada.\(name)"), "\(name)")
        }
        #expect(second.names(\.archive) == ["Ada.portfolio.zip"])
    }

    @Test("pictures that crash, hang, take all memory and end early are named failures, and the book is whole")
    func ruined() async throws {
        // A stage that does nothing is given up after 15 seconds otherwise.
        let bench = try PortfolioBench(
            settings: """
                backoff: {base: 50ms}
                kinds: {portfolio-input: {processing: [analyse: {stall: 2s, memory: 256MB}]}}
                """)
        var files = try Self.ada()
        for way in ["crash", "hang", "memory"] {
            files["01 Chairs/\(way).jpg"] = try Fixture.data("adobe.jpg") + Data("ruin by \(way)".utf8)
        }
        files["01 Chairs/cut.jpg"] = try Fixture.data("cmyk.jpg").prefix(6000)
        try bench.drop(files)
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))

        #expect(bench.names(\.outbox) == Self.results.map { "Ada.\($0)" } && bench.names(\.failed).isEmpty)
        let report = try bench.result("Ada.report.json", as: PortfolioReport.self)
        let codes = Dictionary(uniqueKeysWithValues: report.failures.map { ($0.name, $0.code) })
        #expect(
            codes == [
                "01 Chairs/crash.jpg": "stage_crashed", "01 Chairs/hang.jpg": "stage_hung",
                "01 Chairs/memory.jpg": "stage_out_of_memory", "01 Chairs/cut.jpg": "damaged_document",
            ])
        #expect(report.failures.count == 4 && report.inputs == 9)
        let response = try bench.result("Ada.portfolio.json", as: PortfolioResponse.self)
        #expect(response.success && response.processingSummary.failed == 4)
        #expect(response.processingSummary.processed == 5 && response.failures.count == 4)

        // All else stands in the book as if the four had never been there.
        let whole = try PortfolioBench()
        try whole.drop(try Self.ada())
        #expect(try await whole.work() == FolderWatcher.Summary(done: 1))
        #expect(try text(bench.result("Ada.book.pdf")) == text(whole.result("Ada.book.pdf")))
        func pictures(_ bench: PortfolioBench) throws -> [[Int?]] {
            let book = try bench.result("Ada.report.json", as: PortfolioReport.self).book
            return book.pictures.map { [$0.page, $0.width, $0.height] }
        }
        #expect(try pictures(bench) == pictures(whole))
    }

    @Test("owner, serial number, position and comment of a photo are in no result, even where it passes through")
    func hidden() async throws {
        let secret = "SECRET-4711"
        let text = Array(secret.utf8) + [0]
        // The make, the owner and the position's date, which stand behind two directories.
        let places = (texts: 8 + 2 + 3 * 12 + 4 + 2 + 12 + 4, position: 8 + 2 + 3 * 12 + 4)
        var exif = Array("MM".utf8) + PictureBytes.big(42, 2) + PictureBytes.big(8, 4) + PictureBytes.big(3, 2)
        for tag in [0x10F, 0x13B] {
            exif += PictureBytes.exifEntry(tag, 2, text.count, PictureBytes.big(places.texts, 4))
        }
        exif += PictureBytes.exifEntry(0x8825, 4, 1, PictureBytes.big(places.position, 4)) + PictureBytes.big(0, 4)
        exif += PictureBytes.big(1, 2)
        exif += PictureBytes.exifEntry(0x1D, 2, text.count, PictureBytes.big(places.texts, 4))
        exif += PictureBytes.big(0, 4) + text
        var photo = try Fixture.data("dune.jpg")
        photo = PictureBytes.inserting(0xE1, Array("Exif\0\0".utf8) + exif, into: photo)
        photo = PictureBytes.inserting(0xFE, text, into: photo)
        photo = PictureBytes.inserting(0xEC, text, into: photo)

        let bench = try PortfolioBench()
        try bench.drop(["cover.jpg": photo, "work/photo.jpg": try Fixture.data("srgb.jpg"), "work/dune.jpg": photo])
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        let expanded = try expandedPDF(bench.result("Ada.book.pdf"))
        #expect(expanded.range(of: Data("/Figure".utf8)) != nil, "The objects can be read.")
        let results = try Self.results.map { try bench.result("Ada.\($0)") }
        for bytes in results + [expanded] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }

    private func rule(_ bench: PortfolioBench) -> URL { bench.rule.archive }
}
