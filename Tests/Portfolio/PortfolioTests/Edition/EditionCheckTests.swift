import FailureModel
import Portfolio
import Testing

@Suite struct EditionCheckTests {
    private let manifest = PortfolioManifest(
        title: "Ada", works: [.init(folder: "03 Chairs", title: "Chairs")],
        inputs: [
            .init(.file(part: 0, content: "1"), name: "wall.jpg"),
            .init(.file(part: 1, content: "2"), name: "03 Chairs/oak.jpg", work: "03 Chairs"),
        ])

    private func failures(_ change: (inout PortfolioEdition) -> Void) -> [Failure] {
        var edition = PortfolioEdition()
        change(&edition)
        do {
            let source = WrittenFile(name: "Ada.edition.yaml", values: ["cover": .init(line: 4, column: 8)])
            _ = try EditionFile(edition, in: source).checked(against: manifest)
            return []
        } catch { return error.all }
    }

    @Test("a sound edition passes")
    func sound() {
        let failures = failures {
            $0.ppi = 72
            $0.bleed = 10
            $0.maxSize = 10_000_000
            $0.accent = "#1a2B3c"
            $0.cover = "wall.jpg"
            $0.omit = ["03 Chairs/oak.jpg"]
            $0.order = ["03 Chairs", "wall.jpg"]
            $0.titles = ["03 Chairs": "Oak"]
            $0.captions = ["wall.jpg": "Red"]
            $0.sections = [.work, .hook]
        }
        #expect(failures == [])
    }

    @Test("an unknown name has the nearest one as its hint")
    func unknown() {
        let failures = failures {
            $0.cover = "Wal.jpg"
            $0.omit = ["oak.jpg", "03 Chairs", "something else entirely.tiff"]
            $0.order = ["3 Chairs"]
            $0.altTexts = ["wall.jpeg": "x"]
        }
        #expect(failures.allSatisfy { $0.code == .malformedPortfolio })
        #expect(
            failures.map(\.hint) == [
                #"The nearest name is "wall.jpg"."#, #"The nearest name is "03 Chairs/oak.jpg"."#,
                #"The nearest name is "03 Chairs/oak.jpg"."#, nil,
                #"The nearest name is "03 Chairs"."#, #"The nearest name is "wall.jpg"."#,
            ])
        #expect(failures[0].location == .file("Ada.edition.yaml", line: 4, column: 8))
        #expect(failures[1].message.hasPrefix("omit[0]: "))
    }

    @Test("values outside their ranges are all reported")
    func ranges() {
        let failures = failures {
            $0.ppi = 35
            $0.bleed = 20.1
            $0.maxSize = 9_999
            $0.accent = "red"
            $0.sections = [.work, .work]
            $0.order = ["wall.jpg", "wall.jpg"]
            $0.cover = "wall.jpg"
            $0.omit = ["wall.jpg"]
            $0.titles = ["wall.jpg": String(repeating: "x", count: 101)]
        }
        #expect(
            failures.map { $0.message.prefix { $0 != ":" } }
                == ["cover", "ppi", "bleed", "maxSize", "accent", "sections", "order[1]", "titles.wall.jpg"])
        #expect(failures.last?.code == .textTooLong)
        #expect(self.failures { $0.ppi = 601 }.count == 1)
        #expect(self.failures { $0.bleed = -0.1 }.count == 1)
        #expect(self.failures { $0.bleed = .nan }.count == 1)
        #expect(self.failures { $0.accent = "#12345g" }.count == 1)
    }

    @Test("a size that lacks its unit is answered with what to write")
    func unit() {
        #expect(
            failures { $0.maxSize = 10 }.map(\.message).first?.contains(
                "such as 10MB; a number without a unit counts bytes")
                == true)
    }

    @Test("an option is named by its name, and a file that the portfolio's own edition needs cannot be omitted")
    func others() {
        var manifest = manifest
        manifest.edition = PortfolioEdition()
        manifest.edition?.cover = "wall.jpg"
        var edition = PortfolioEdition()
        edition.ppi = 5
        edition.omit = ["wall.jpg"]
        var source = WrittenFile(name: "e.yaml", values: ["ppi": .init(line: 1), "omit": .init(line: 2)])
        source.labels = ["ppi": "--ppi"]
        #expect {
            try EditionFile(edition, in: source).checked(against: manifest)
        } throws: { error in
            let failures = (error as? Failure)?.all ?? []
            return failures.map(\.line) == [2, nil] && failures.last?.message.hasPrefix("--ppi: ") == true
                && failures.last?.location == .field("--ppi")
        }
        edition = PortfolioEdition()
        edition.cover = "03 Chairs/oak.jpg"
        edition.omit = ["wall.jpg"]
        #expect(throws: Never.self) { try EditionFile(edition).checked(against: manifest) }
    }

    @Test("mistakes of form and of content are one answer, in the order of their places")
    func both() {
        var edition = PortfolioEdition()
        edition.cover = "gone.jpg"
        edition.omit = ["", "none.jpg"]
        edition.captions = ["nowhere.jpg": ""]
        let malformed = Failure(.malformedPortfolio, "x", at: .file("e.yaml", line: 2, column: 8))
        let source = WrittenFile(
            name: "e.yaml",
            values: [
                "": .init(line: 1), "cover": .init(line: 4, column: 8), "omit[0]": .init(line: 2, column: 8),
                "omit[1]": .init(line: 2, column: 12), "captions.nowhere.jpg": .init(line: 1, column: 30),
            ], keys: ["captions.nowhere.jpg": .init(line: 1, column: 12)], diagnostics: [malformed])
        #expect {
            try EditionFile(edition, in: source).checked(against: manifest)
        } throws: { error in
            (error as? Failure)?.all.map(\.location) == [
                .file("e.yaml", line: 1, column: 12), .file("e.yaml", line: 2, column: 8),
                .file("e.yaml", line: 2, column: 12), .file("e.yaml", line: 4, column: 8),
            ]
        }
    }

    @Test("of very many mistakes the first hundred are reported", .timeLimit(.minutes(30)))
    func many() {
        #expect(failures { $0.omit = (0..<10_000).map { "none \($0)" } }.count == 100)
    }

    @Test(
        "sizes are read as people write them",
        arguments: [
            ("10MB", 10_000_000), ("10 mb", 10_000_000), ("2.5 MB", 2_500_000), ("800kB", 800_000),
            ("1GB", 1_000_000_000),
            ("10MiB", 10_485_760), ("123", 123), ("1 KiB", 1_024), ("0.5k", 500),
        ])
    func sizes(_ text: String, _ bytes: Int64) {
        #expect(ByteSize.parse(text) == bytes)
    }

    @Test(
        "anything else is no size",
        arguments: [
            "", "MB", "-1MB", "10 TB", "1.2.3MB", "10.MB", ".5MB", "1e3MB", "10MB x", "٣MB", "99999999999999999GB",
        ])
    func noSizes(_ text: String) {
        #expect(ByteSize.parse(text) == nil)
    }
}
