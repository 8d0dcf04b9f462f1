import FailureModel
import Files
import Foundation
import Portfolio
import Testing

@Suite struct FolderPlanTests {
    /// Files by their paths; an entry without content has three bytes.
    private func plan(
        _ paths: [String], texts: [String: String] = [:], others: [FolderEntry] = [], file: PortfolioFile? = nil,
        edition: EditionFile? = nil, folderName: String = "Ada.portfolio"
    ) throws(Failure) -> FolderPlan {
        let entries =
            (paths + texts.keys).map { FolderEntry($0, size: Int64(texts[$0]?.utf8.count ?? 3)) } + others
        return try FolderPlan(folderName: folderName, entries: entries, file: file, edition: edition) {
            path throws(Failure) in
            guard let text = texts[path] else { throw Failure(.inputUnreadable, "It cannot be read.") }
            return Array(text.utf8)
        }
    }

    private func code(_ input: FolderPlan.PlannedInput) -> String? {
        if case .failed(let failure) = input.source { failure.code.rawValue } else { nil }
    }

    @Test("files stand in natural order, whatever the order of the entries")
    func order() throws {
        let paths = ["img10.jpg", "img2.jpg", "Img1.jpg", "b/x.jpg", "a/x.jpg", "a/02.jpg", "a/1.jpg", "Äpfel.jpg"]
        let expected = [
            "a/1.jpg", "a/02.jpg", "a/x.jpg", "Äpfel.jpg", "b/x.jpg", "Img1.jpg", "img2.jpg", "img10.jpg",
        ]
        #expect(try plan(paths).files == expected)
        #expect(try plan(paths.reversed()).files == expected)
    }

    @Test("a text for programs is left out by its name, and a text for people is not")
    func programTexts() throws {
        let plan = try plan(["a.jpg", "a.srt", "about", "build.log", "data.CSV", "notes.md", "w/main.py", "x.txt"])
        #expect(plan.files == ["a.jpg", "about", "notes.md", "x.txt"])
        #expect(plan.inputs.compactMap(code) == Array(repeating: "unsupported_type", count: 4))
    }

    @Test("a sub-folder is a work, and deeper ones belong to it")
    func works() throws {
        let plan = try plan(
            ["03 Chairs/a.jpg", "03 Chairs/more/b.jpg", "Tables/a.jpg", "c.jpg"], texts: ["03 Chairs/text.md": "Oak."])
        let manifest = plan.manifest(digests: ["1", "2", "3", "4", "5"])
        #expect(
            manifest.works == [
                .init(folder: "03 Chairs", title: "Chairs"), .init(folder: "Tables", title: "Tables"),
            ])
        #expect(
            manifest.inputs.map(\.name) == [
                "03 Chairs/a.jpg", "03 Chairs/more/b.jpg", "03 Chairs/text.md", "c.jpg", "Tables/a.jpg",
            ])
        #expect(manifest.inputs.map(\.work) == ["03 Chairs", "03 Chairs", "03 Chairs", nil, "Tables"])
        #expect(manifest.title == "Ada")
    }

    @Test(
        "a work's title has no leading digits",
        arguments: [
            ("03 Chairs", "Chairs"), ("1. Chairs", "Chairs"), ("02_Chairs", "Chairs"), ("04-Chairs", "Chairs"),
            ("3D models", "3D models"), ("2.5 acres", "2.5 acres"), ("2019", "2019"), ("2019 ", "2019"),
            ("Chairs 2", "Chairs 2"),
        ])
    func titles(_ folder: String, _ title: String) {
        #expect(FolderPlan.workTitle(folder) == title)
    }

    @Test(
        "the portfolio's title comes from the folder's name",
        arguments: [
            ("Ada Lovelace.portfolio", "Ada Lovelace"), ("Ada.portfolio.zip", "Ada"), ("Ada.PORTFOLIO", "Ada"),
            (".portfolio", "Portfolio"), ("Ada", "Ada"),
        ])
    func folderTitles(_ name: String, _ title: String) {
        #expect(FolderPlan.title(name) == title)
    }

    @Test("what cannot be read is one failed input each")
    func failed() throws {
        let plan = try plan(
            ["a.jpg", "../b.jpg", "/etc/passwd", "c/../../d.jpg", "e//f.jpg"],
            others: [
                FolderEntry("link.jpg", failure: Failure(.inputUnreadable, "It is a link.")),
                FolderEntry("portfolio.yaml", failure: Failure(.inputUnreadable, "It is a link.")),
                FolderEntry("big.mp4", failure: Failure(.inputTooLarge, "It is too large.")),
                FolderEntry("empty.jpg", size: 0), FolderEntry("portfolio.json", size: 1),
            ])
        #expect(plan.files == ["a.jpg"])
        let codes = Dictionary(uniqueKeysWithValues: plan.inputs.map { ($0.name ?? "", code($0) ?? "") })
        #expect(
            codes == [
                "a.jpg": "", "../b.jpg": "input_unreadable", "/etc/passwd": "input_unreadable",
                "c/../../d.jpg": "input_unreadable", "e//f.jpg": "input_unreadable", "link.jpg": "input_unreadable",
                "portfolio.yaml": "input_unreadable", "big.mp4": "input_too_large", "empty.jpg": "input_empty",
            ])
        #expect(plan.inputs.allSatisfy { $0.work == nil })
    }

    @Test("links are read from links.txt, in a work too")
    func links() throws {
        let list =
            "# mine\r\nhttps://github.com/ada  Code of\tAda\r\n\r\n- http://ada.example\nftp://x y\nhttps://b.example"
        let plan = try plan(["a.jpg"], texts: ["links.txt": list, "w/Links.txt": "https://c.example"])
        #expect(plan.files == ["a.jpg"])
        #expect(
            plan.inputs.map(\.source).dropFirst().filter { if case .link = $0 { true } else { false } } == [
                .link("https://github.com/ada"), .link("http://ada.example"), .link("https://b.example"),
                .link("https://c.example"),
            ])
        #expect(plan.inputs[1].title == "Code of Ada")
        #expect(plan.inputs[2].title == nil)
        guard case .failed(let failure) = plan.inputs[3].source else {
            Issue.record("ftp is neither http nor https.")
            return
        }
        #expect(failure.code == .invalidURL)
        #expect(plan.inputs[3].name == "links.txt, line 5" && !failure.message.contains("links.txt"))
        #expect(plan.inputs.last?.work == "w")
    }

    @Test("a caption is the text beside a file of its name, and no input")
    func captions() throws {
        let long = String(repeating: "x", count: 2_001)
        let plan = try plan(
            ["a.jpg", "b.jpg", "w/c.jpg"],
            texts: [
                "a.jpg.txt": "\u{FEFF}The red\nwall \n", "b.jpg.txt": long, "w/c.jpg.TXT": "Chair",
                "d.jpg.txt": "No d.",
            ])
        #expect(plan.inputs.map(\.name) == ["a.jpg", "b.jpg", "b.jpg.txt", "d.jpg.txt", "w/c.jpg"])
        #expect(plan.inputs.map(\.caption) == ["The red wall", nil, nil, nil, "Chair"])
        #expect(plan.inputs.map(code) == [nil, nil, "text_too_long", nil, nil])
    }

    @Test("captions in UTF-16 and Latin-1 are read")
    func encodings() throws {
        let bytes: [String: [UInt8]] = [
            "a.jpg.txt": [0xFF, 0xFE, 0xE9, 0x00], "b.jpg.txt": [0xE9], "c.jpg.txt": [0xC3, 0xA9],
        ]
        let paths = ["a.jpg", "b.jpg", "c.jpg"] + bytes.keys
        let plan = try FolderPlan(folderName: "x", entries: paths.map { FolderEntry($0, size: 3) }) {
            bytes[$0] ?? []
        }
        #expect(plan.inputs.map(\.caption) == ["é", "é", "é"])
    }

    @Test("cover.* is the cover, unless the file says otherwise")
    func cover() throws {
        let paths = ["a.jpg", "Cover.jpg", "w/cover.jpg"]
        #expect(try plan(paths + ["cover.txt"]).inputs.filter(\.isCover).map(\.name) == ["Cover.jpg"])
        let file = PortfolioFile(inputs: [.init(.file("*.jpg"), isCover: true)])
        #expect(try plan(paths, file: file).inputs.filter(\.isCover).map(\.name) == ["a.jpg"])
        #expect(try plan(["w/cover.jpg"]).inputs.filter(\.isCover) == [])
    }

    @Test("over the limit of inputs the folder is refused with the number")
    func limits() throws {
        let many = (1...501).map { "\($0).jpg" }
        #expect(throws: Failure(.tooManyInputs, "The portfolio has 501 inputs; at most 500 are allowed.")) {
            try plan(many)
        }
        #expect(try plan(Array(many.dropLast())).inputs.count == 500)
        let list = Array(repeating: "https://a.example", count: 501).joined(separator: "\n")
        #expect(throws: Failure(.tooManyInputs, "The portfolio has 501 inputs; at most 500 are allowed.")) {
            try plan([], texts: ["links.txt": list])
        }
    }

    @Test("portfolio.yaml lists inputs in its order, and the rest follows")
    func listed() throws {
        let file = PortfolioFile(
            title: "Ada Lovelace", subtitle: "Engines", category: "Tech", user: "ada", language: "en-GB",
            date: "2026-01-31", contact: .init(email: "ada@example.org"),
            metrics: [.init(label: "Engines", value: "1")],
            inputs: [
                .init(.file("z.jpg"), title: "Last first"), .init(.url("https://ada.example"), title: "Site"),
                .init(.text("Hello."), title: "Intro"), .init(.file("w/*.jpg"), date: "2025-01-01"),
                .init(.file("w/b.jpg"), caption: "B", isCover: true), .init(.file("gone.jpg")), .init(.file("../x")),
                .init(.url("x")),
            ])
        let plan = try plan(["a.jpg", "z.jpg", "w/a.jpg", "w/b.jpg"], texts: ["portfolio.yaml": "x"], file: file)
        #expect(
            plan.inputs.map(\.name) == ["z.jpg", nil, nil, "w/a.jpg", "w/b.jpg", "gone.jpg", "../x", nil, "a.jpg"])
        #expect(
            plan.inputs.map(code) == [nil, nil, nil, nil, nil, "input_missing", "input_unreadable", "invalid_url", nil])
        #expect(plan.inputs[0].title == "Last first")
        #expect(plan.inputs[1].source == .link("https://ada.example"))
        #expect(plan.inputs[3].date == "2025-01-01")
        #expect(plan.inputs[4].date == "2025-01-01")
        #expect(plan.inputs[4].caption == "B")
        #expect(plan.inputs.filter(\.isCover).map(\.name) == ["w/b.jpg"])
        let manifest = plan.manifest(digests: ["1", "2", "3", "4"])
        #expect(manifest.title == "Ada Lovelace")
        #expect(manifest.subtitle == "Engines")
        #expect(manifest.category == "Tech")
        #expect(manifest.language == "en-GB")
        #expect(manifest.date == "2026-01-31")
        #expect(manifest.contact.email == "ada@example.org")
        #expect(manifest.metrics.count == 1)
    }

    @Test("a listed file that is not there fails with the nearest name, unless it is a pattern or nothing is near")
    func nearest() throws {
        let listed = ["w/wal.jpg", "chair.jpg", "Wall.JPG", "wal*.jpg", "zzzzzzzzzzzz"]
        let file = PortfolioFile(inputs: listed.map { .init(.file($0)) })
        let plan = try plan(["w/wall.jpg", "w/chair.jpg"], file: file)
        let messages = plan.inputs.compactMap { input -> String? in
            guard case .failed(let failure) = input.source else { return nil }
            return failure.message
        }
        #expect(
            messages == [
                "There is no file with that name; the nearest is w/wall.jpg.",
                "There is no file with that name; the nearest is w/chair.jpg.",
                "There is no file with that name; the nearest is w/wall.jpg.",
                "There is no file with that name.", "There is no file with that name.",
            ])
    }

    @Test("all mistakes of portfolio.yaml are reported, with their lines")
    func mistakes() throws {
        var edition = PortfolioEdition()
        edition.ppi = 10
        let file = PortfolioFile(
            title: String(repeating: "t", count: 101), language: "english", date: "31.1.2026",
            contact: .init(email: "ada", url: "ada.example"), metrics: [.init(label: "", value: "1")],
            inputs: [.init(.file("a.jpg"), date: "2026-02-30")],
            source: WrittenFile(
                name: "portfolio.yaml",
                values: [
                    "title": .init(line: 1), "date": .init(line: 3), "language": .init(line: 2),
                    "contact.email": .init(line: 5), "contact": .init(line: 4), "metrics[0]": .init(line: 8),
                    "inputs[0].date": .init(line: 12),
                ]))
        do {
            _ = try plan(["a.jpg"], file: file)
            Issue.record("The file has seven mistakes.")
        } catch let failure {
            #expect(
                failure.all.map(\.code) == [
                    .textTooLong, .malformedPortfolio, .malformedPortfolio, .invalidURL, .malformedPortfolio,
                    .malformedPortfolio, .malformedPortfolio,
                ])
            // What is missing has the place of what should contain it.
            #expect(failure.all.map(\.line) == [1, 2, 3, 4, 5, 8, 12])
            #expect(
                failure.all.allSatisfy { if case .file("portfolio.yaml", _, _) = $0.location { true } else { false } })
        }
    }

    @Test("an edition in portfolio.yaml is checked against the folder")
    func edition() throws {
        var edition = PortfolioEdition()
        edition.omit = ["b.jpg"]
        let file = PortfolioFile(
            edition: edition,
            source: WrittenFile(name: "portfolio.yaml", values: ["edition.omit[0]": .init(line: 7)]))
        do {
            _ = try plan(["a.jpg"], file: file)
            Issue.record("There is no b.jpg.")
        } catch let failure {
            #expect(failure.code == .malformedPortfolio)
            #expect(failure.line == 7)
            #expect(failure.hint == #"The nearest name is "a.jpg"."#)
        }
        #expect(try plan(["a.jpg", "b.jpg"], file: file).manifest(digests: ["1", "2"]).edition == edition)
    }

    @Test("mistakes of the folder's file and of an edition beside it are one answer")
    func twoFiles() throws {
        var edition = PortfolioEdition()
        edition.cover = "b.jpg"
        let file = PortfolioFile(
            date: "yesterday", source: WrittenFile(name: "portfolio.yaml", values: ["date": .init(line: 9)]))
        let other = EditionFile(
            edition, in: WrittenFile(name: "Ada.edition.yaml", values: ["cover": .init(line: 2)]))
        #expect {
            try plan(["a.jpg"], file: file, edition: other)
        } throws: { error in
            (error as? Failure)?.all.map(\.location) == [
                .file("portfolio.yaml", line: 9, column: 1), .file("Ada.edition.yaml", line: 2, column: 1),
            ]
        }
        #expect(try plan(["a.jpg", "b.jpg"], edition: other).manifest(digests: ["1", "2"]).edition == nil)
    }

    @Test("the same folder has the same manifest, byte for byte, and the same bytes are one part")
    func manifest() throws {
        let texts = ["links.txt": "https://a.example", "a.jpg.txt": "A"]
        let paths = ["a.jpg", "w/b.jpg", "w/c.jpg"]
        let first = try plan(paths, texts: texts).manifest(digests: ["aa", "bb", "aa"])
        let second = try plan(paths.reversed(), texts: texts).manifest(digests: ["aa", "bb", "aa"])
        #expect(try JSONText.compact(first) == JSONText.compact(second))
        #expect(first.parts == ["aa", "bb"])
        #expect(first.inputs.last?.source == .file(part: 0, content: "aa"))
        let short = try plan(paths).manifest(digests: ["aa"])
        guard case .failed("input_missing", _) = short.inputs[2].source else {
            Issue.record("A file without a digest has gone.")
            return
        }
    }

    @Test("names that differ in how accents are encoded are two files")
    func normalForms() throws {
        let plan = try plan(
            [], others: [FolderEntry("\u{E9}.jpg", size: 1), FolderEntry("e\u{301}.jpg", size: 1)])
        #expect(plan.files.map { Array($0.utf8) } == [Array("e\u{301}.jpg".utf8), Array("\u{E9}.jpg".utf8)])
    }
}
