import Geometry
import FailureModel
import PortfolioDomain
import Foundation
import Portfolio
import PortfolioBook
import TestSupport
import TestTraits
import Testing

/// The portfolio command as a user runs it.
@Suite("Command: portfolio", .blocking, .timeLimit(.minutes(30))) struct PortfolioCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a portfolio and returns its path.
    @discardableResult
    private func portfolio(_ more: [String: Data] = [:], as name: String = "Ada.portfolio") throws -> String {
        var files: [String: Data] = [
            "dune.jpg": try TestData.data("pictures/portfolio/dune.jpg"),
            "01 Chairs/oak.jpg": try TestData.data("pictures/portfolio/srgb.jpg"),
            "01 Chairs/oak.jpg.txt": Data("Oak from the garden".utf8),
            "about.txt": Data("I build engines and chairs.".utf8),
            "links.txt": Data("https://github.com/ada The code\n".utf8),
            "portfolio.yaml": Data("title: Ada Lovelace\ndate: 2026-01-31\n".utf8),
        ]
        files.merge(more) { $1 }
        let root = folder.file(name)
        for (path, bytes) in files {
            let url = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: url)
        }
        return root.path
    }

    private func run(
        _ arguments: [String], environment: [String: String] = [:], limit: String? = nil
    ) throws -> CommandLineTool.Outcome {
        // Nothing may be left in the user's store, and no settings of whoever runs the tests count.
        let own = ["FORMWRIGHT_STORE": folder.file("store").path, "TMPDIR": try temporary().path]
        return try CommandLineTool.run(
            ["portfolio"] + arguments, limit: limit, environment: own.merging(environment) { $1 })
    }

    private func temporary() throws -> URL {
        let url = folder.file("temporary")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.file(name)) }

    private func decoded<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: try bytes(name))
    }

    // MARK: Results

    @Test(
        "a portfolio is as private as the most private of its files and its edition",
        arguments: ["picture", "edition", "none"])
    func permissions(_ inPrivate: String) throws {
        let mask = umask(0o022)
        defer { umask(mask) }
        let source = try portfolio()
        let edition = try folder.write("page: a4\n", "Ada.edition.yaml").path
        let files = ["picture": source + "/01 Chairs/oak.jpg", "edition": edition]
        if let file = files[inPrivate] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }
        let made = try run([
            source, "-o", path("book.pdf"), "--json", path("portfolio.json"), "--edition", edition, "--in-process",
        ])
        #expect(made.status == 0, "\(made.errors)")
        for name in ["book.pdf", "portfolio.json"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
            #expect(mode == (inPrivate == "none" ? 0o644 : 0o600), "\(name)")
        }
    }

    @Test("a folder becomes a book, the JSON with its media, a report, scores and reasons, the same bytes every time")
    func results() throws {
        let work = try portfolio()
        let outputs = ["book.pdf", "ada.json", "media.zip", "report.json", "scores.json", "arrangement.json"]
        func make(into name: String) throws -> CommandLineTool.Outcome {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
            let options = ["-o", "--json", "--media", "--report", "--scores", "--arrangement"]
            return try run([work] + zip(options, outputs).flatMap { [$0, path("\(name)/\($1)")] } + ["--explain"])
        }
        let first = try make(into: "first")
        #expect(first.status == 0, "\(first.errors)")
        let book = try RenderedPages(try bytes("first/book.pdf"))
        let text = try (0..<book.count).map { try book.text($0) }.joined(separator: "\n")
        for words in ["Ada Lovelace", "Chairs", "Oak from the garden", "The code"] { #expect(text.contains(words)) }
        let response = try decoded("first/ada.json", as: PortfolioResponse.self)
        #expect(response.success && response.portfolio.meta.title == "Ada Lovelace" && response.failures.isEmpty)
        #expect(response.portfolio.mediaAddresses.allSatisfy { $0.hasPrefix("media/") })
        #expect(try bytes("first/media.zip").starts(with: Data("PK".utf8)))
        #expect(try decoded("first/report.json", as: PortfolioReport.self).inputs == 4)
        #expect(try decoded("first/scores.json", as: PortfolioScores.self).inputs.count == 4)
        let arrangement = try decoded("first/arrangement.json", as: Arrangement.self)

        // Every block with its reasons, in the order of the arrangement.
        let lines = first.text.split(separator: "\n").map(String.init)
        let sections = lines.filter { !$0.hasPrefix(" ") }
        #expect(sections == arrangement.sections.map(\.id.rawValue))
        #expect(
            lines.filter { $0.hasPrefix("      ") }.map { String($0.dropFirst(6)) }
                == arrangement.sections.flatMap(\.blocks).flatMap(\.reasons))
        #expect(first.text.contains("oak.jpg") && first.text.contains("https://github.com/ada"))

        let second = try make(into: "second")
        #expect(second.status == 0 && second.text == first.text)
        for name in outputs { #expect(try bytes("second/\(name)") == bytes("first/\(name)"), "\(name)") }
        // Made in a store that is gone.
        #expect(!FileManager.default.fileExists(atPath: path("store")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary().path).isEmpty)
    }

    @Test("addresses of media are made absolute, and one output can go to standard output")
    func mediaBase() throws {
        let outcome = try run([
            try portfolio(), "--json", "-", "--media-base", "https://example.org/ada", "--in-process",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let response = try JSONDecoder().decode(PortfolioResponse.self, from: outcome.output)
        let media = response.portfolio.mediaAddresses
        #expect(!media.isEmpty && media.allSatisfy { $0.hasPrefix("https://example.org/ada/") })
        #expect(folder.names == ["Ada.portfolio", "temporary"])
    }

    @Test("a ZIP file becomes the same JSON as its folder")
    func archive() throws {
        let work = try portfolio()
        let script = "import shutil,sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[1])"
        try Program.run("python3", ["-c", script, work])
        #expect(try run([work, "--json", path("folder.json")]).status == 0)
        let outcome = try run([work + ".zip", "--json", path("zip.json"), "-o", path("book.pdf")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try bytes("zip.json") == bytes("folder.json"))
        // The archive is not one of the outputs.
        #expect(try run([work + ".zip", "-o", work + ".zip"]).status == 52)
        #expect(try bytes("Ada.portfolio.zip").starts(with: Data("PK".utf8)))
    }

    // MARK: Editions

    @Test("an edition and the options beside it determine the book, and what was made is kept if asked for")
    func edition() throws {
        let work = try portfolio(["tiny.png": try TestData.data("pictures/portfolio/tiny.png")])
        let edition = try folder.write("page: a4\ntheme: dark\nomit: [tiny.png]\n", "Ada.edition.yaml").path
        let first = try run([work, "-o", path("a.pdf"), "--edition", edition, "--keep"])
        #expect(first.status == 0 && first.errors.contains("tiny.png"), "\(first.errors)")
        let second = try run([
            work, "-o", path("b.pdf"), "--report", path("b.json"), "--edition", edition, "--page", "square", "--theme",
            "light", "--bleed", "3mm", "--keep",
        ])
        #expect(second.status == 0, "\(second.errors)")
        let (upright, square) = try (
            RenderedPages(bytes("a.pdf")).image(0), RenderedPages(bytes("b.pdf")).image(0)
        )
        #expect(upright.height > upright.width && square.height == square.width)
        let report = try decoded("b.json", as: PortfolioReport.self)
        #expect(report.leftOut.map(\.reason) == ["omitted"] && report.book.ppi == 300)
        // The second book was made of the first one's analyses.
        let jobs = try CommandLineTool.run(
            ["jobs", "list", "--json", "--stage", "analyse"],
            environment: ["FORMWRIGHT_STORE": folder.file("store").path])
        #expect(jobs.text.components(separatedBy: "\"analyse\"").count - 1 == 4, "\(jobs.text) \(jobs.errors)")
    }

    @Test("the size that is asked for is met, or the command is refused and nothing is written")
    func maxSize() throws {
        // Its details take room; a JPEG as small as this would stay as it is.
        let grain = ColourPicture(width: 1200, height: 900) { x, y in
            UInt32(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) &* (x &+ y)) & 0x3F3F_3F00 | 0x6060_60FF
        }
        let work = try portfolio(["grain.png": try grain.file(.png)])
        #expect(try run([work, "-o", path("large.pdf")]).status == 0)
        let size = try bytes("large.pdf").count * 3 / 4
        let met = try run([work, "-o", path("small.pdf"), "--max-size", "\(size)"])
        #expect(met.status == 0, "\(met.errors)")
        #expect(try bytes("small.pdf").count <= size)
        try folder.write("what was there", "there.json")
        let refused = try run([
            work, "-o", path("none.pdf"), "--json", path("there.json"), "--explain", "--max-size", "10kB",
        ])
        #expect(refused.status == 216 && refused.output.isEmpty)
        #expect(refused.errors.hasPrefix("formwright: ") && refused.errors.split(separator: "\n").count == 1)
        #expect(try bytes("there.json") == Data("what was there".utf8))
        #expect(folder.names == ["Ada.portfolio", "large.pdf", "small.pdf", "temporary", "there.json"])
    }

    @Test("unknown names in an edition, a file of the folder and an option are all named, with the nearest one")
    func unknownNames() throws {
        let work = try portfolio()
        let edition = try folder.write(
            "cover: dunne.jpg\norder:\n  - 01 Chair\ncaptions:\n  01 Chairs/oak.jpeg: Oak\n", "Ada.edition.yaml"
        ).path
        let outcome = try run([work, "-o", path("book.pdf"), "--edition", edition])
        #expect(outcome.status == 212)
        for name in ["dune.jpg", "01 Chairs", "01 Chairs/oak.jpg"] {
            #expect(outcome.errors.contains("\"\(name)\""), "\(outcome.errors)")
        }
        let option = try run([work, "-o", path("book.pdf"), "--cover", "dunes.jpg"])
        #expect(option.status == 212 && option.errors.contains("\"dune.jpg\""), "\(option.errors)")
        try portfolio(["portfolio.yaml": Data("titel: Ada\ninputs:\n  - {file: dunes.jpg}\n".utf8)])
        let file = try run([work, "-o", path("book.pdf")])
        #expect(file.status == 212 && file.errors.contains("portfolio.yaml:1:"), "\(file.errors)")
        #expect(!FileManager.default.fileExists(atPath: path("book.pdf")))
    }

    // MARK: Inputs that cannot be used

    @Test("one bad input is named, and all others are in the book")
    func badInput() throws {
        let work = try portfolio([
            "cut.jpg": try TestData.data("pictures/portfolio/cmyk.jpg").prefix(6000), "empty.png": Data(),
        ])
        let outcome = try run([work, "-o", path("book.pdf"), "--report", path("report.json")])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("cut.jpg") && outcome.errors.contains("empty.png"), "\(outcome.errors)")
        let report = try decoded("report.json", as: PortfolioReport.self)
        let codes = Dictionary(uniqueKeysWithValues: report.failures.map { ($0.name, $0.code.rawValue) })
        #expect(codes == ["cut.jpg": "damaged_document", "empty.png": "input_empty"])
        #expect(Set(report.book.pictures.map(\.input)).count == 2)
    }

    @Test("what is not a portfolio is refused with its own exit status, and nothing is written")
    func refusals() throws {
        let empty = folder.file("Empty.portfolio")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        try Data().write(to: empty.appendingPathComponent(".DS_Store"))
        #expect(try run([empty.path, "-o", path("book.pdf")]).status == 214)
        #expect(try run([path("Nobody.portfolio"), "-o", path("book.pdf")]).status == 10)
        let text = try folder.write("no archive", "Ada.zip").path
        let other = try run([text, "-o", path("book.pdf")])
        #expect(other.status != 0 && other.status != 70 && other.errors.contains("Ada.zip"), "\(other.errors)")
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(try run([path("pipe"), "-o", path("book.pdf")]).status != 0)
        #expect(folder.names == ["Ada.zip", "Empty.portfolio", "pipe", "temporary"])
    }

    @Test("an output that exists is replaced by a success only, and a folder is not written to as a file")
    func outputExists() throws {
        let work = try portfolio()
        try folder.write("what was there", "book.pdf")
        #expect(try run([work, "-o", path("book.pdf"), "--cover", "none.jpg"]).status == 212)
        #expect(try bytes("book.pdf") == Data("what was there".utf8))
        #expect(try run([work, "-o", path("book.pdf")]).status == 0)
        #expect(try bytes("book.pdf").starts(with: Data("%PDF".utf8)))
        #expect(try run([work, "-o", work]).status == 50)
        #expect(try run([work, "-o", path("none/book.pdf")]).status == 50)
        #expect(try run([work, "-o", path("book.pdf"), "--json", path("book.pdf")]).status == 52)
        let edition = try folder.write("page: a4\n", "e.yaml").path
        #expect(try run([work, "-o", edition, "--edition", edition]).status == 52)
    }

    @Test("a wrong command line is status 64")
    func wrongCommandLine() throws {
        let work = try portfolio()
        for arguments in [
            [work], [work, "-o", "-", "--json", "-"], [work, "-o", "-", "--explain"], ["-o", "book.pdf"],
            [work, "-o", "book.pdf", "--media-base", "https://example.org"],
            [work, "-o", "book.pdf", "--page", "a5"], [work, "-o", "book.pdf", "--max-size", "huge"],
            [work, "-o", "book.pdf", "--bleed", "wide"],
        ] {
            #expect(try run(arguments).status == 64, "\(arguments)")
        }
    }

    // MARK: The assistant

    @Test(
        "a command from pipeline.yaml describes pictures from a stage in its own process, without what it is not to know"
    )
    func assistant() throws {
        let work = try portfolio()
        let script = try folder.write(
            """
            #!/bin/sh
            env > '\(path("environment"))'
            number=$(grep -o '"input":[0-9]*' | cut -d : -f 2)
            printf '{"answers": [{"input": %d, "alt_text": "Dunes at dusk", "caption": "Namib"}]}' "$number"
            """, "describe")
        chmod(script.path, 0o700)
        let settings = try folder.write(
            "portfolio: {assistant: {command: [\(script.path)]}}\n", "pipeline.yaml"
        ).path
        let arguments = [work, "--json", path("ada.json"), "--report", path("report.json"), "--config", settings]
        func warnings() throws -> [String] { try decoded("report.json", as: PortfolioReport.self).warnings }
        let outcome = try run(arguments, environment: ["API_TOKEN": "hush"])
        #expect(try outcome.status == 0 && warnings().isEmpty, "\(outcome.errors)")
        let json = String(decoding: try bytes("ada.json"), as: UTF8.self)
        #expect(json.contains("Dunes at dusk") && json.contains("Namib"))
        #expect(try !String(decoding: bytes("environment"), as: UTF8.self).contains("hush"))
        try folder.write("#!/bin/sh\nexit 3\n", "describe")
        let failed = try run(arguments)
        #expect(try failed.status == 0 && warnings().count == 1 && failed.errors.contains(warnings()[0]))
        #expect(try !String(decoding: bytes("ada.json"), as: UTF8.self).contains("Namib"))
    }
}
