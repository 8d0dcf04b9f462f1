import PortfolioDomain
import Foundation
import Portfolio
import PortfolioBook
import TestSupport
import TestTraits
import Testing

/// Inputs that are damaged at random, through to the results.
///
/// `FORMWRIGHT_FUZZ=N` damages N inputs of each type, `FORMWRIGHT_SEED=N` in other ways.
@Suite("Damaged inputs of a portfolio", .blocking, .timeLimit(.minutes(30))) struct DamagedInputTests {
    private static func variable(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
    private static let count = variable("FORMWRIGHT_FUZZ") ?? 4
    private static let seed = variable("FORMWRIGHT_SEED") ?? 28

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ bytes: Data, _ path: String) throws {
        let url = folder.file("Ada.portfolio").appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    /// Makes the portfolio in a folder, and returns what its report says and its text.
    private func make() throws -> (report: PortfolioReport, text: String, notes: String) {
        let (book, json, report) = (folder.file("book.pdf"), folder.file("ada.json"), folder.file("report.json"))
        let outcome = try CommandLineTool.run(
            [
                "portfolio", folder.file("Ada.portfolio").path, "-o", book.path, "--json", json.path, "--report",
                report.path,
            ], environment: ["FORMWRIGHT_STORE": folder.file("store").path])
        #expect(outcome.status == 0, "seed \(Self.seed): \(outcome.errors)")
        #expect(
            try JSONDecoder().decode(PortfolioResponse.self, from: try Data(contentsOf: json)).success)
        let pages = try RenderedPages(try Data(contentsOf: book))
        return (
            try JSONDecoder().decode(PortfolioReport.self, from: try Data(contentsOf: report)),
            try (0..<pages.count).map { try pages.text($0) }.joined(separator: "\n"), outcome.errors
        )
    }

    private func video() throws -> Data {
        let file = folder.file("clip.mp4")
        try Program.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=96x54:rate=5:duration=1", file.path,
            ])
        return try Data(contentsOf: file)
    }

    @Test("whatever is damaged, the portfolio is made of the rest, and only damaged inputs fail")
    func damaged() throws {
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#bcd"/>\
            <path d="M20 180 L150 20 L280 180 Z" fill="none" stroke="#334" stroke-width="6"/><text x="90" y="120">Text</text></svg>
            """
        let files = [
            "dune.jpg": try TestData.data("pictures/portfolio/dune.jpg"),
            "srgb.jpg": try TestData.data("pictures/portfolio/srgb.jpg"),
            "cmyk.jpg": try TestData.data("pictures/portfolio/cmyk.jpg"),
            "tiny.png": try TestData.data("pictures/portfolio/tiny.png"),
            "moving.webp": try TestData.data("pictures/portfolio/moving.webp"),
            "moving.gif": try TestData.data("pictures/portfolio/moving.gif"),
            "pages.tiff": try TestData.data("pictures/portfolio/pages.tiff"),
            "red.avif": try TestData.data("pictures/portfolio/red.avif"),
            "photo.heic": try TestData.data("pictures/photo.heic"),
            "form.pdf": try TestData.data("forms/irs-8888.pdf"), "drawing.svg": Data(drawing.utf8),
            "clip.mp4": try video(),
        ]
        var damage = FileDamage(seed: Self.seed)
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            for number in 0..<Self.count { try write(damage.damaged(bytes), "damaged-\(number)-\(name)") }
        }
        let text = "I build engines.\n\n- one\n- two\n\nAnd chairs, of oak and ash."
        for number in 0..<Self.count {
            try write(Data(damage.damaged(text).utf8), "damaged-\(number)-text.txt")
            try write(damage.damaged(Data("# Work\n\n\(text)\n".utf8)), "damaged-\(number)-text.md")
        }
        try write(Data("Sound words of an undamaged text.".utf8), "sound.txt")
        try write(
            try ColourPicture(width: 640, height: 480) { x, y in x / 80 % 2 == y / 80 % 2 ? 0x2050_A0FF : 0xF0E0_C0FF }
                .file(.png), "sound.png")

        let made = try make()
        #expect(made.report.failures.allSatisfy { $0.name.hasPrefix("damaged-") }, "\(made.report.failures)")
        #expect(made.text.contains("Sound words"))
        #expect(made.report.book.pictures.contains { $0.name == "sound.png" })
        // Each of them is named.
        for failure in made.report.failures { #expect(made.notes.contains(failure.name)) }
    }

    @Test("a JPEG that only lenient decoders read is in the book, and so is the rest of the portfolio")
    func lenientlyReadJPEG() throws {
        let dune = try TestData.data("pictures/portfolio/dune.jpg")
        let end = 4 + Int(dune[4]) << 8 + Int(dune[5])
        try write(dune.prefix(end) + Data([1, 2, 3]) + dune.dropFirst(end), "odd.jpg")
        try write(Data("About me.".utf8), "about.txt")
        let made = try make()
        #expect(made.report.failures.isEmpty && Set(made.report.book.pictures.map(\.name)) == ["odd.jpg"])
    }

    @Test("a PDF with a damaged font, of which cairo would make an unreadable book, is drawn as a picture")
    func damagedFont() throws {
        var form = try TestData.data("forms/irs-8888.pdf")
        form[14_338] = 118
        try write(form, "form.pdf")
        try write(Data("About me.".utf8), "about.txt")
        let made = try make()
        #expect(made.report.failures.isEmpty)
        #expect(made.report.book.pictures.contains { $0.name == "form.pdf" && $0.width != nil })
        #expect(made.text.contains("About me."))
    }

    @Test("the bullets of Word are bullets, and a character that no font has is named with its file")
    func characters() throws {
        try write(Data("What I do:\n\u{F0B7}\tengines\n\u{F0B7}\tchairs\n\nAnd \u{E123} more.".utf8), "about.txt")
        let made = try make()
        #expect(made.text.contains("•") && made.text.contains("�"))
        #expect(made.report.warnings.count == 1)
        #expect(made.report.warnings.first?.contains("U+E123 in the text of “about.txt”") == true)
        #expect(made.notes.contains("U+E123"))
    }
}
