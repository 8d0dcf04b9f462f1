import LocalStore
import Domains
import FormsDomain
import PortfolioDomain
import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Portfolio
import PortfolioFiles
import PortfolioFolder
import ServiceTestSupport
import TestSupport
import Testing

/// A fake command that describes pictures, which answers well, badly, slowly and not at all.
@Suite("The assistant that describes pictures", .timeLimit(.minutes(30))) struct AssistantTests {
    private let assistant: FakeAssistant

    init() throws { assistant = try FakeAssistant() }

    // MARK: Good answers

    @Test(
        "what it answers becomes alternative texts and captions that are marked, and nothing that a person wrote changes"
    )
    func good() async throws {
        let bench = try PortfolioBench(settings: assistant.settings())
        let script = """
            {"answers": [{"input": 2, "alt_text": " Dunes\\n at dusk", "caption": "Namib,\\u0007 2007"},
                         {"input": 4, "alt_text": "A yellow flower"}]}
            """
        try assistant.answer(script)
        // Slow, but within its time; what it leaves running is not waited for.
        try assistant.behave("cat > asked; sleep 60 & echo $! > child; sleep 1; cat answer")
        let made = try await Self.made(bench)
        #expect(try assistant.endsChild())
        #expect(assistant.calls == 1 && assistant.text("arguments") == "--short\n")
        #expect(try made.report.warnings.isEmpty)
        let media = try made.media()
        #expect(media["a.jpg"]?.altText == "Dunes at dusk" && media["a.jpg"]?.altTextSource == .ai)
        #expect(media["a.jpg"]?.caption == "Namib, 2007" && media["a.jpg"]?.captionSource == .ai)
        #expect(media["c.jpg"]?.altText == "A yellow flower" && media["c.jpg"]?.altTextSource == .ai)
        #expect(media["c.jpg"]?.caption == nil && media["c.jpg"]?.captionSource == nil)
        #expect(media["b.png"]?.altText == "The garden" && media["b.png"]?.altTextSource == .caption)
        #expect(media["d.tiff"]?.altText.hasPrefix("Colours") == true && media["d.tiff"]?.altTextSource == .given)
        let json = String(decoding: try made.file(PortfolioKind.ArtefactName.portfolio), as: UTF8.self)
        // Apps get no alternative texts of pictures in galleries.
        #expect(json.contains("Namib, 2007") && !json.contains("dune.jpg"))
        let pdf = try made.file(PortfolioKind.ArtefactName.book)
        let book = try RenderedPages(pdf)
        #expect(try (0..<book.count).contains { try book.text($0).contains("Namib, 2007") })
        #expect(try expandedPDF(pdf).range(of: Data("/Alt (Dunes at dusk)".utf8)) != nil)
    }

    @Test("it gets the measures of pictures that nobody described and their medium size, and nothing else")
    func question() async throws {
        let bench = try PortfolioBench(settings: assistant.settings())
        try assistant.answer([["input": 2, "alt_text": "Spoken words"]])
        let made = try await Self.made(bench)
        let question = try assistant.question()
        #expect(Set(question.keys) == ["language", "pictures"] && question["language"] as? String == "de")
        let pictures = try #require(question["pictures"] as? [[String: Any]])
        #expect(pictures.map { $0["input"] as? Int } == [2, 4])
        for picture in pictures {
            #expect(Set(picture.keys) == ["features", "input", "mediaType", "medium"])
            #expect(picture["mediaType"] as? String == "image/jpeg")
            let features = try #require(picture["features"] as? [String: Double])
            #expect(
                Set(features.keys) == [
                    "clipped", "colorfulness", "deviation", "flatness", "mean", "noise", "sharpness",
                ])
            let medium = try #require((picture["medium"] as? String).flatMap { Data(base64Encoded: $0) })
            let size = try ColourPicture(medium)
            #expect(max(size.width, size.height) <= 1024 && min(size.width, size.height) > 50)
        }
        for secret in ["Secret title", "a.jpg", "The garden", "ada@example.org", "nobody is asked", bench.folder.path] {
            #expect(!assistant.text("asked").contains(secret), "\(secret)")
        }
        let variables = assistant.text("environment").split(separator: "\n").map { $0.prefix { $0 != "=" } }
        // The shell adds its own.
        #expect(Set(variables).isSubset(of: ["PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_"]))
        // The three streams, the folder that `ls` reads, and the socket by which Foundation notices the end.
        #expect(assistant.text("files").split(separator: "\n").count { $0.contains("->") } <= 5)
        #expect(!assistant.text("files").contains(bench.folder.path))
        for secret in ["Secret title", "a.jpg", "Spoken words", "/9j/"] { #expect(!bench.log.text.contains(secret)) }
        #expect(made.document.state == .filled)
    }

    @Test("texts that are too long or about pictures that it was not asked about are not used, and there is a warning")
    func bounds() async throws {
        let bench = try PortfolioBench(settings: assistant.settings())
        let (longest, marks) = (String(repeating: "é", count: 500), String(repeating: "\u{301}", count: 300))
        try assistant.answer([
            ["input": 2, "alt_text": longest, "caption": String(repeating: "x", count: 301)],
            ["input": 2, "alt_text": "A second answer"],
            ["input": 4, "alt_text": longest + "é", "caption": "e" + marks],
            ["input": 3, "alt_text": "It has a caption"], ["input": 1, "alt_text": "It has an alternative text"],
            ["input": 5, "caption": "It is a text"], ["input": 99, "alt_text": "There is none"],
            ["input": 0, "alt_text": "There is none"], ["input": Int.min, "alt_text": "There is none"],
        ])
        let made = try await Self.made(bench)
        let media = try made.media()
        #expect(media["a.jpg"]?.altText == longest && media["a.jpg"]?.caption == nil)
        #expect(media["c.jpg"]?.altTextSource == .rule && media["c.jpg"]?.caption == nil)
        #expect(media["b.png"]?.altTextSource == .caption && media["d.tiff"]?.altTextSource == .given)
        let warnings = try made.report.warnings
        #expect(warnings.count == 1 && !warnings.joined().contains("There is none"), "\(warnings)")

        // What is left of control characters and blanks is one line, or nothing.
        try assistant.answer([
            ["input": 2, "alt_text": "\u{0}\u{1B}Red\u{7}\r\n chair \u{85}\u{2028}", "caption": " \u{9}\n"],
            ["input": 4, "alt_text": "\u{0}", "caption": NSNull()],
        ])
        let cleaned = try await Self.again(bench, made)
        #expect(try cleaned.media()["a.jpg"]?.altText == "Red chair" && cleaned.media()["a.jpg"]?.caption == nil)
        #expect(try cleaned.media()["c.jpg"]?.altTextSource == .rule && cleaned.report.warnings.isEmpty)
    }

    @Test("it is asked about 20 pictures at a time, and if one of its answers is missing, none is used")
    func batches() async throws {
        var files: [String: Data] = [:]
        for number in 10..<31 { files["\(number).png"] = try Self.tiles(number) }
        let bench = try PortfolioBench(settings: assistant.settings())
        try assistant.answer([["input": 1, "alt_text": "The first"], ["input": 21, "alt_text": "The last"]])
        let made = try await Self.made(bench, of: files)
        #expect(assistant.calls == 2)
        #expect(try (assistant.question()["pictures"] as? [Any])?.count == 1)
        #expect(try made.media()["10.png"]?.altText == "The first")
        #expect(try made.media()["30.png"]?.altText == "The last")
        try assistant.behave("test $(wc -l < calls) = 4 && exit 1; cat > asked; cat answer")
        let failed = try await Self.again(bench, made)
        #expect(assistant.calls == 4)
        #expect(try failed.report.warnings.count == 1 && failed.media().values.allSatisfy { $0.altTextSource == .rule })
    }

    // MARK: Bad answers, and none

    @Test("whatever is wrong with it, the result is that of the rules, with a warning that says nothing of its answer")
    func bad() async throws {
        let rules = try await Self.made(try PortfolioBench())
        #expect(try rules.report.warnings.isEmpty)
        let bench = try PortfolioBench(settings: assistant.settings(timeLimit: "3600s"))
        let made = try await Self.made(bench)
        try Self.check(made, against: rules, "no answer")
        let scripts = [
            "cat > asked; echo '{\"answers\": [{\"input\": 2, \"alt_text\": \"HUSH'",
            "cat > asked; echo '{\"answers\": [{\"input\": \"HUSH\"}]}'", "echo HUSH", "echo '[]'",
            "printf '{\"answers\": [{\"input\": 2, \"alt_text\": \"HUSH\\377\"}]}'",
            "echo '{\"answers\": [{\"input\": 2, \"alt_text\": \"HUSH\"}]}'; exit 1",
            "echo HUSH; echo HUSH >&2; exit 3", "kill -9 $$", "kill -SEGV $$", "head -c 2000000 /dev/zero",
        ]
        for script in scripts {
            try assistant.behave(script)
            try Self.check(try await Self.again(bench, made), against: rules, script)
        }
        // Without an end: it is not waited for until its hour is over, and does not fill the disk.
        try assistant.behave("exec yes HUSH")
        try Self.check(try await Self.again(bench, made), against: rules, "yes")
        chmod(assistant.path, 0o600)
        try Self.check(try await Self.again(bench, made), against: rules, "not executable")
        try FileManager.default.removeItem(atPath: assistant.path)
        try Self.check(try await Self.again(bench, made), against: rules, "missing")
        #expect(!bench.log.text.contains("HUSH"))
    }

    @Test("a command that hangs is ended with its group once its time is over, and no process is waited for longer")
    func hanging() async throws {
        let rules = try await Self.made(try PortfolioBench())
        let bench = try PortfolioBench(settings: assistant.settings(timeLimit: "1s"))
        try assistant.behave("sleep 86400 & echo $! > child; sleep 86400")
        let made = try await Self.made(bench)
        try Self.check(made, against: rules, "hangs")
        let child = assistant.text("child").trimmingCharacters(in: .newlines)
        // Somebody else has to take notice of the end of an orphan, which is a zombie until then.
        while let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8), !state.contains(" Z ") {
            try await Task.sleep(for: .milliseconds(20))
        }
        // In another process group, which the stage does not know.
        try assistant.behave("setsid sleep 86400 & echo $! > child; sleep 86400")
        try Self.check(try await Self.again(bench, made), against: rules, "leaves a process")
        #expect(try assistant.endsChild())
    }

    // MARK: As an artefact

    @Test("its answer is an artefact of the fill: another attempt to set the book uses it and gives the same bytes")
    func artefact() async throws {
        let bench = try PortfolioBench(settings: assistant.settings("backoff: {base: 10ms}\n"))
        try assistant.answer([["input": 2, "alt_text": "Dunes at dusk", "caption": "Namib"]])
        let usual = try #require(bench.system.kinds[PortfolioKind.name])
        let stages = usual.filling.map { planned in
            guard planned.stage.name == "typeset" else { return planned }
            let stage = planned.stage
            return ContentKind.PlannedStage(
                ScriptedStage(stage.name, needs: stage.needs) { [assistant] context in
                    guard context.job.attempt > 1 else {
                        // From now on it would say something else.
                        try assistant.answer([["input": 2, "alt_text": "Sand"]])
                        return .retry(Failure("as_told", "As told."), after: .milliseconds(10))
                    }
                    return try await stage.run(context)
                }, limits: planned.limits)
        }
        let kinds = KindTable(
            bench.system.kinds.names.compactMap { bench.system.kinds[$0] }.map { kind in
                kind.name == usual.name
                    ? ContentKind(kind.name, processing: kind.processing, filling: stages, onDemand: kind.onDemand)
                    : kind
            })
        let retried = try await Self.made(bench, kinds: kinds)
        #expect(assistant.calls == 1)
        #expect(try retried.media()["a.jpg"]?.altText == "Dunes at dusk")
        let fill = try await bench.system.store.artefacts(of: retried.document.id, in: .all, fill: nil)
        #expect(fill.filter { $0.stage == "assist" }.map(\.artefact.name) == ["assistant.json"])
        #expect(fill.filter { $0.stage == "assist" }.map(\.fill) == [retried.document.fill])

        // As a fill without a mishap.
        let other = try PortfolioBench(settings: assistant.settings())
        try assistant.answer([["input": 2, "alt_text": "Dunes at dusk", "caption": "Namib"]])
        let smooth = try await Self.made(other)
        #expect(smooth.files == retried.files)
    }

    // MARK: Settings

    @Test("it is not started if every picture has been described")
    func nothingToAsk() async throws {
        let bench = try PortfolioBench(settings: assistant.settings())
        let files = try Self.files().filter { $0.key.hasPrefix("b.png") }
        let made = try await Self.made(bench, of: files)
        #expect(assistant.calls == 0 && made.document.state == .filled)
        #expect(try made.report.warnings.isEmpty)
    }

    @Test("no program is started unless pipeline.yaml names it")
    func off() throws {
        for yaml in ["", "portfolio: {}\n"] {
            let kinds = try PipelineSettings(yaml: yaml, kinds: Domains.stored.kinds).kinds
            #expect(kinds[PortfolioKind.name]?.filling.map(\.stage.name) == ["typeset"])
        }
    }

    @Test("a relative path, an empty list, a time out of bounds and an unknown key are mistakes in pipeline.yaml")
    func mistakes() {
        for section in [
            "{assistant: {command: [describe]}}", "{assistant: {command: []}}", "{assistant: {command: /bin/cat}}",
            "{assistant: {}}", "{assistant: {command: [/bin/cat], timeLimit: 0s}}", "{helper: {command: [/bin/cat]}}",
            "{assistant: {command: [/bin/cat], network: true}}",
        ] {
            #expect(throws: SettingsError.self, "\(section)") {
                try PipelineSettings(yaml: "portfolio: \(section)", kinds: Domains.stored.kinds)
            }
        }
    }

    @Test("its stage has time for all pictures, however long a call may take", arguments: [1, 20, 600, 3600])
    func time(seconds: Int) throws {
        let yaml = "portfolio: {assistant: {command: [/bin/cat], timeLimit: \(seconds)s}}"
        let kind = try PipelineSettings(yaml: yaml, kinds: Domains.stored.kinds).kinds[PortfolioKind.name]
        let limits = try #require(kind?.filling.first { $0.stage.name == "assist" }?.limits)
        // 500 pictures in calls of 20, each of which may use all of its time without using the processor.
        #expect(limits.wallTime > .seconds(25 * seconds) && limits.stall > .seconds(seconds))
    }

    // MARK: Portfolios

    /// Two pictures that nobody described, one with a caption, one with an alternative text, and a text.
    ///
    /// The manifest counts them from 1: `d.tiff`, `a.jpg`, `b.png`, `c.jpg`, `lines.txt`.
    private static func files() throws -> [String: Data] {
        [
            "a.jpg": try Fixture.data("dune.jpg"), "b.png": try Fixture.data("tiny.png"),
            "b.png.txt": Data("The garden".utf8), "c.jpg": try Fixture.data("srgb.jpg"),
            "d.tiff": try Fixture.data("pages.tiff"), "lines.txt": Data("Words that nobody is asked about.".utf8),
            "portfolio.yaml": Data(
                """
                title: Secret title
                language: de
                contact: {email: ada@example.org}
                inputs: [{file: d.tiff, altText: Colours}]
                """.utf8),
        ]
    }

    /// A picture of light and dark tiles, of which no other one has the pattern.
    private static func tiles(_ number: Int) throws -> Data {
        try ColourPicture(width: 72, height: 64) { x, y in
            let bits = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
            let isLight = bits >> UInt64((x / 9 + y / 8 * 8) % 64) & 1 == 1
            return isLight ? 0xE0C0_A0FF : 0x2030_60FF
        }.file(.png)
    }

    /// A portfolio as its last fill has made it.
    private struct Made: Sendable {
        let document: Document
        let manifest: PortfolioManifest
        let files: [String: Data]

        init(_ document: Document, in bench: PortfolioBench) async throws {
            self.document = document
            manifest = try JSONDecoder().decode(
                PortfolioManifest.self, from: try bench.system.artefacts.read(document.content))
            files = try await bench.files(of: document)
        }

        func file(_ name: String) throws -> Data { try #require(files[name], "\(files.keys)") }

        var report: PortfolioReport {
            get throws {
                try JSONDecoder().decode(PortfolioReport.self, from: file(PortfolioKind.ArtefactName.report))
            }
        }

        /// The pictures by their names; of one with pages the first.
        func media() throws -> [String: ArrangedMedia] {
            let arrangement = try JSONDecoder().decode(
                Arrangement.self, from: file(PortfolioKind.ArtefactName.arrangement))
            let first = arrangement.media.filter { $0.page == 0 }
            return Dictionary(first.map { (manifest.inputs[$0.input].name ?? "", $0) }) { first, _ in first }
        }
    }

    /// Makes the portfolio of a folder, by the stages of these kinds.
    private static func made(
        _ bench: PortfolioBench, of files: [String: Data]? = nil, kinds: KindTable? = nil
    ) async throws -> Made {
        let url = try bench.drop(files ?? Self.files())
        let document = try await bench.run(kinds: kinds) { _ in
            try await bench.builder.make(ofFolder: url.path, edition: EditionFile(PortfolioEdition())) { _ in }
        }
        return try await Made(document, in: bench)
    }

    /// Fills a portfolio again.
    private static func again(_ bench: PortfolioBench, _ made: Made) async throws -> Made {
        let document = try await bench.run { client in
            let inputs = try PortfolioEdition().inputs()
            _ = try await client.fill(made.document.id, in: .all, inputs: inputs)
            return try await client.settled(made.document.id, in: .all)
        }
        return try await Made(document, in: bench)
    }

    /// Checks that a portfolio has what the rules alone make, and one warning.
    private static func check(_ made: Made, against rules: Made, _ script: String) throws {
        try #require(made.document.state == .filled, "\(script): \(String(describing: made.document.failure))")
        for name in ["book.pdf", "portfolio.json", "arrangement.json", "media.zip"] {
            #expect(try made.file(name) == rules.file(name), "\(name) after \(script)")
        }
        let warnings = try made.report.warnings
        #expect(warnings.count == 1 && !warnings.joined().contains("HUSH"), "\(script): \(warnings)")
    }
}
