import DroppedArchive
import FailureModel
import Foundation
import Logging
import Pipeline
import PipelineTestSupport
import Portfolio
import PortfolioFiles
import PortfolioFolder
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("Portfolios in a watched folder", .timeLimit(.minutes(30))) struct PortfolioHandlerTests {
    /// A kind that takes everything but empty files and those that begin with `!`.
    private struct InputKind: Kind {
        let name: KindName = "portfolio-input"
        let analysed: [Deliverable] = []
        let filled: [Deliverable] = []
        func content(reading settings: SettingsNode?) -> ContentKind {
            ContentKind(name, processing: [.init(ScriptedStage("analyse", fingerprint: "1"))], filling: [])
        }
        func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
            if head.first == UInt8(ascii: "!") { throw Failure(.unsupportedType, "It is of no known type.") }
            return "image/jpeg"
        }
        func role(of fileName: String) -> FileRole { .original(stem: fileName) }
    }

    /// Prints its manifest and edition.
    private struct WholeKind: Kind {
        let name: KindName = "portfolio"
        let analysed: [Deliverable] = []
        let filled = [Deliverable("book.txt", as: "book.txt")]
        func content(reading settings: SettingsNode?) -> ContentKind {
            let print = ScriptedStage("print") { context in
                var bytes = try context.original()
                if context.artefact(PortfolioEdition.artefactName, from: .inputs) != nil {
                    bytes += Data("\n".utf8) + (try context.bytes(of: PortfolioEdition.artefactName, from: .inputs))
                }
                return .done([try context.put(bytes, named: "book.txt", mediaType: "text/plain")])
            }
            return ContentKind(name, processing: [.init(ScriptedStage("score"))], filling: [.init(print)])
        }
        func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String { "application/json" }
        func role(of fileName: String) -> FileRole { .original(stem: fileName) }
    }

    private let pipeline: TestPipeline
    private let rule: WatchRule
    private var client: PipelineClient { pipeline.client }

    init() throws {
        pipeline = try TestPipeline(
            KindTable([
                WholeKind().content(reading: nil), InputKind().content(reading: nil),
                ArchiveKind().content(reading: nil),
            ]))
        rule = try WatchRule(in: pipeline.folder.url, kind: "portfolio", owner: "ada")
    }

    private func work(_ log: KeptLog = KeptLog()) async throws -> FolderWatcher.Summary {
        let watcher = FolderWatcher(
            rules: [rule], handlers: [PortfolioHandler(kind: WholeKind(), input: InputKind())], client: client,
            dependencies: Dependencies(clock: ShortSleepClock()), logger: Logger(label: "test") { _ in log })
        return try await pipeline.runner().run { try await watcher.runOnce() }
    }

    private func drop(_ files: [String: String], in name: String = "Ada.portfolio") throws {
        for (path, text) in files { try rule.drop("\(name)/\(path)", text) }
    }

    private func result(_ name: String) throws -> (manifest: PortfolioManifest, edition: String?) {
        let text = try String(contentsOfFile: rule.outbox.path + "/" + name, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return (try JSONDecoder().decode(PortfolioManifest.self, from: Data(lines[0].utf8)), lines.dropFirst().first)
    }

    private func failure(_ name: String) -> String { rule.text("\(name).error.json", in: \.failed) }

    @Test("a folder becomes a manifest with its parts by content, and what fails is named")
    func folder() async throws {
        try drop([
            "cover.jpg": "cover", "1 Engine/a.jpg": "a", "1 Engine/b.jpg": "a", "1 Engine/a.jpg.txt": "The crank",
            "bad.xyz": "!", "links.txt": "https://github.com/ada Code", "c.jpg.part": "half", "empty.jpg": "",
            "portfolio.yaml": "title: Ada L.\ndate: 2026-01-31",
        ])
        // Abandoned long ago; the time of the file's state cannot be set, so the name is taken away at last.
        try FileManager.default.removeItem(atPath: rule.inbox.path + "/Ada.portfolio/c.jpg.part")
        #expect(symlink("/etc/passwd", rule.inbox.path + "/Ada.portfolio/link.jpg") == 0)
        #expect(try await work() == FolderWatcher.Summary(done: 1))
        let manifest = try result("Ada.book.txt").manifest
        #expect(manifest.title == "Ada L." && manifest.date == "2026-01-31")
        let a = ContentID(of: Data("a".utf8)).hex
        let sources = Dictionary(manifest.inputs.compactMap { input in input.name.map { ($0, input.source) } }) { $1 }
        guard case .file(let first, let content) = sources["1 Engine/a.jpg"] else { throw CancellationError() }
        #expect(content == a && sources["1 Engine/b.jpg"] == .file(part: first, content: a))
        #expect(manifest.inputs.contains { $0.caption == "The crank" })
        #expect(manifest.inputs.contains { $0.source == .link("https://github.com/ada") })
        func code(_ name: String) -> String? {
            if case .failed(let code, _) = sources[name] { code } else { nil }
        }
        #expect(code("bad.xyz") == "unsupported_type" && code("empty.jpg") == "input_empty")
        #expect(code("link.jpg") == "input_unreadable")
        // The parts of the document are those that the manifest counts.
        let documents = try await client.store.documents(DocumentQuery(in: .all, limit: 100))
        let whole = try #require(documents.first { $0.kind == "portfolio" })
        let parts = try await client.store.parts(of: whole.id, in: .all)
        #expect(parts.count == 2 && whole.owner == "ada")
        #expect(parts[first].document?.content.hex == a)
        #expect(whole.id == DocumentID(ofPortfolio: try client.artefacts.read(whole.content), owner: "ada"))
    }

    @Test("an edition fills the portfolio in another way, and its mistakes have lines")
    func editions() async throws {
        try drop(["a.jpg": "a", "b.jpg": "b"])
        #expect(try await work() == FolderWatcher.Summary(done: 1))
        #expect(try result("Ada.book.txt").edition == nil)
        let edition = rule.inbox.appendingPathComponent("Ada.edition.yaml")
        try Data("omit: [a.jpg]\npage: a4".utf8).write(to: edition)
        #expect(try await work() == FolderWatcher.Summary(done: 1))
        #expect(try result("Ada-2.book.txt").edition == #"{"omit":["a.jpg"],"page":"a4"}"#)
        try Data("page: a4\nomit:\n  - c.jpg\n  - d.jpg".utf8).write(to: edition)
        #expect(try await work() == FolderWatcher.Summary(failed: 1))
        #expect(failure("Ada").contains("malformed_portfolio") && failure("Ada").contains(#""line" : 4"#))
    }

    @Test("an archive becomes the same portfolio")
    func archive() async throws {
        try drop(["a.jpg": "a", "w/b.jpg": "b"])
        _ = try await work()
        try HostileZip([("Ada/a.jpg", "a"), ("Ada/w/b.jpg", "b")]).data.write(
            to: rule.inbox.appendingPathComponent("Ada.portfolio.zip"))
        #expect(try await work() == FolderWatcher.Summary(done: 1))
        let documents = try await client.store.documents(DocumentQuery(in: .all, limit: 100))
        #expect(documents.count { $0.kind == "portfolio" } == 1 && documents.count == 3)
        #expect(try result("Ada.book.txt").manifest == result("Ada-2.book.txt").manifest)
    }

    @Test("a folder may hold what the contract says")
    func limits() {
        let limits = PortfolioHandler(kind: WholeKind(), input: InputKind()).limits
        #expect(limits.entries == 20_000 && limits.depth == 8)
        #expect(limits.byteCount == 4 << 30 && limits.fileSize == 512 << 20)
    }

    @Test("a file of the portfolio that is a link or a pipe is one failed input", arguments: ["link", "pipe"])
    func special(kind: String) async throws {
        try drop(["a.jpg": "a", "portfolio.json": #"{"title": "Ada L."}"#])
        let path = rule.inbox.path + "/Ada.portfolio/portfolio.yaml"
        #expect((kind == "link" ? symlink("portfolio.json", path) : mkfifo(path, 0o600)) == 0)
        #expect(try await work() == FolderWatcher.Summary(done: 1))
        let manifest = try result("Ada.book.txt").manifest
        #expect(manifest.title == "Ada L.", "The one that is a file counts.")
        let failed = manifest.inputs.first { $0.name == "portfolio.yaml" }
        guard case .failed("input_unreadable", _) = failed?.source else {
            Issue.record("It is \(String(describing: failed)).")
            return
        }
    }

    @Test("folders without content, with too many inputs and with a malformed file fail with their reasons")
    func refused() async throws {
        try drop(["a.jpg": "!", "b.jpg": ""], in: "None.portfolio")
        try drop(Dictionary(uniqueKeysWithValues: (0..<501).map { ("\($0).jpg", "\($0)") }), in: "Many.portfolio")
        try drop(["a.jpg": "a", "portfolio.yaml": "titel: x\ndaet: y"], in: "Bad.portfolio")
        #expect(try await work() == FolderWatcher.Summary(failed: 3))
        #expect(failure("None").contains("no_content") && failure("None").contains("b.jpg"))
        #expect(failure("Many").contains("too_many_inputs") && failure("Many").contains("501"))
        #expect(failure("Bad").contains("malformed_portfolio") && failure("Bad").contains("daet"))
        #expect(
            try await client.store.documents(DocumentQuery(in: .all, limit: 100)).allSatisfy {
                $0.kind == "portfolio-input"
            })
    }

    @Test("all mistakes of a dropped folder's file and of a dropped edition are in one report, with their lines")
    func allMistakes() async throws {
        try drop(["a.jpg": "a", "portfolio.yaml": "date: now\ntitel: x\nedition:\n  ppi: 1\n  omit: [b.jpg]"])
        #expect(try await work() == FolderWatcher.Summary(failed: 1))
        #expect(lines(failure("Ada")) == [1, 2, 4, 5])
        try drop(["a.jpg": "a"], in: "Bob.portfolio")
        #expect(try await work() == FolderWatcher.Summary(done: 1))
        try Data("cover: c.jpg\npage: a9\ntheme: \"\"".utf8).write(
            to: rule.inbox.appendingPathComponent("Bob.edition.yaml"))
        #expect(try await work() == FolderWatcher.Summary(failed: 1))
        #expect(lines(failure("Bob")) == [1, 2, 3])
        #expect(failure("Bob").contains("“theme” is empty"))
    }

    private func lines(_ report: String) -> [Int] {
        let object = try? JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
        return (object?["details"] as? [[String: Any]] ?? []).compactMap { $0["line"] as? Int }
    }

    @Test("the log says which of several drops failed and which file waits, and names none")
    func log() async throws {
        try drop(["a.jpg": "!"], in: "Ada.portfolio")
        try drop(["a.jpg": "!"], in: "Bob.portfolio")
        let edition = rule.inbox.appendingPathComponent("Carl.edition.yaml")
        try Data("page: a4".utf8).write(to: edition)
        let log = KeptLog()
        #expect(try await work(log) == FolderWatcher.Summary(failed: 2))
        let failed = Set(log.lines.filter { $0.message == "failed" }.compactMap { $0.metadata["drop"] })
        let reported = try ["Ada", "Bob"].map { name in
            let object = try JSONSerialization.jsonObject(with: Data(failure(name).utf8)) as? [String: Any]
            return try #require(object?["drop"] as? String)
        }
        #expect(failed.count == 2 && failed == Set(reported))
        let waiting = try #require(log.lines.first { $0.message == "left in the inbox" })
        let inode = try FileManager.default.attributesOfItem(atPath: edition.path)[.systemFileNumber] as? Int
        #expect(waiting.metadata["inode"] == inode.map { "\($0)" })
        let text = log.lines.map { "\($0)" }.joined()
        #expect(["Ada", "Bob", "Carl", "a.jpg"].allSatisfy { !text.contains($0) })
    }
}

/// Keeps what is logged, with the metadata of its logger.
private struct KeptLog: LogHandler {
    private let kept = Kept()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    var lines: [(message: String, metadata: [String: String])] { kept.lines.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
        kept.lines.withLock { $0.append(("\(event.message)", all)) }
    }

    private final class Kept: Sendable {
        let lines = Mutex<[(message: String, metadata: [String: String])]>([])
    }
}
