import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("Pure parts")
struct PureTests {
    @Test("backoff grows to its ceiling and varies by its jitter")
    func backoff() {
        let backoff = Backoff(base: .seconds(1), factor: 2, ceiling: .seconds(10), jitter: 0.2)
        let waits = (1...6).map { backoff.delay(afterAttempt: $0, random: 0.5) }
        #expect(waits == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect(backoff.delay(afterAttempt: 1, random: 0) == .milliseconds(800))
        #expect(backoff.delay(afterAttempt: 1, random: 0.999_999) == .milliseconds(1200))
        #expect(backoff.delay(afterAttempt: 10_000, random: 0.5) == .seconds(10))
    }

    @Test("durations are read as they are written", arguments: ["0s", "1ms", "250ms", "6s", "90s", "5m", "2h"])
    func durations(_ text: String) throws {
        let duration = try #require(Duration(text: text))
        #expect(Duration(text: duration.text) == duration)
    }

    @Test(
        "bad durations are rejected", arguments: ["", "6", "s", "-1s", "1d", "1 s 2", "nans", "infs", "1e300h", "ms6"])
    func noDurations(_ text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test(
        "sizes are read as they are written",
        arguments: [("0B", 0), ("512MiB", 536_870_912), ("1.5GB", 1_500_000_000), ("7B", 7), ("3KiB", 3072)])
    func sizes(_ text: String, _ bytes: Int64) throws {
        let size = try #require(ByteCount(text: text))
        #expect(size.bytes == bytes)
        #expect(ByteCount(text: size.text) == size)
    }

    @Test("bad sizes are rejected", arguments: ["", "6", "MiB", "-1MiB", "1TB", "1 MiB 2", "infGB", "1e300GB", "B7"])
    func noSizes(_ text: String) {
        #expect(ByteCount(text: text) == nil)
    }

    @Test("timestamps are whole milliseconds and survive conversion to Date and back")
    func timestamps() {
        let moment = Timestamp(milliseconds: 1_767_225_600_123)
        #expect(Timestamp(moment.date) == moment)
        #expect(moment.description == "2026-01-01T00:00:00.123Z")
        #expect(moment + .milliseconds(1500) - moment == .milliseconds(1500))
    }

    @Test("ids are read in either case and written upper-case")
    func ids() throws {
        let text = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"
        #expect(try #require(DocumentID(text)).description == text.uppercased())
        for broken in [
            "", "not an id", String(text.dropLast()), text + "0", text.replacing("-", with: "0"),
            "g" + text.dropFirst(),
        ] {
            #expect(DocumentID(broken) == nil)
        }
        for _ in 0..<100 {
            let id = UUID()
            #expect(DocumentID(id).description == id.uuidString)
            #expect(DocumentID(id.uuidString.lowercased())?.uuid == id)
        }
    }

    @Test("no move leads out of a final job state, and every other state can be left")
    func jobMoves() {
        for state in JobState.allCases {
            #expect(JobMove.allowed.contains { $0.from == state } == !state.isFinal)
        }
    }

    @Test("every document state can be reached from import, and left again")
    func documentMoves() {
        var reached: Set<DocumentState> = [.imported]
        for _ in DocumentState.allCases {
            reached.formUnion(DocumentMove.allowed.filter { reached.contains($0.from) }.map(\.to))
        }
        #expect(reached == Set(DocumentState.allCases))
        for state in DocumentState.allCases { #expect(DocumentMove.allowed.contains { $0.from == state }) }
    }

    @Test("docs/inside/pipeline.md shows the current tables")
    func documentation() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try String(contentsOf: root.appending(path: "docs/inside/pipeline.md"), encoding: .utf8)
        func moves(under heading: String) -> Set<String> {
            let section = page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) } ?? ""
            let table = section.components(separatedBy: "\n\n").first { $0.contains("| from | to |") } ?? ""
            return Set(
                table.split(separator: "\n").dropFirst(2).map { line in
                    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                    return "\(cells[0])>\(cells[1])"
                })
        }
        #expect(
            moves(under: "The life of a document")
                == Set(DocumentMove.allowed.map { "\($0.from.rawValue)>\($0.to.rawValue)" }))
        #expect(
            moves(under: "The life of a job")
                == Set(JobMove.allowed.map { "\($0.from?.rawValue ?? "")>\($0.to.rawValue)" }))
    }

    @Test("a route covers what is left, and keys depend on bytes, kind, every stage before, and a name that is read")
    func routes() async throws {
        func table(_ first: String?, _ second: String?) -> KindTable {
            KindTable([
                ContentKind(
                    "memo",
                    processing: [
                        ContentKind.PlannedStage(ScriptedStage("a", fingerprint: first)),
                        ContentKind.PlannedStage(ScriptedStage("b", fingerprint: second)),
                    ], filling: [ContentKind.PlannedStage(ScriptedStage("c", fingerprint: "1"))])
            ])
        }
        let bench = try Workbench(.memory)
        func added(_ name: String) async throws -> Document {
            let new = NewDocument(
                id: DocumentID(UUID()), owner: .local, kind: "memo", fileName: name, mediaType: "",
                content: ContentID(of: Data()),
                byteCount: 0)
            return try await bench.store.add(new, at: bench.now)
        }
        let document = try await added("a")
        func keys(_ table: KindTable) throws -> [ContentID?] {
            try #require(table.route(of: document, through: .processing)).steps.map(\.reuseKey)
        }
        let base = try keys(table("1", "1"))
        #expect(try keys(table("1", "1")) == base)
        #expect(try keys(table("1", "2"))[0] == base[0])
        #expect(try keys(table("1", "2"))[1] != base[1])
        #expect(try keys(table("2", "1"))[1] != base[1])
        #expect(try keys(table(nil, "1")) == [nil, nil])
        #expect(try keys(table("1", nil))[1] == nil)

        let other = try await added("b")
        for readsFileName in [false, true] {
            let table = KindTable([
                ContentKind(
                    "memo",
                    processing: [
                        ContentKind.PlannedStage(
                            ScriptedStage("a", fingerprint: "1", readsFileName: readsFileName))
                    ], filling: [])
            ])
            func key(_ document: Document) -> ContentID? {
                table.route(of: document, through: .processing)?.steps.first?.reuseKey
            }
            #expect((key(other) == key(document)) == !readsFileName)
        }

        // A stage that decides by a fact shares nothing itself; later stages do among documents with the same fact.
        let deciding = KindTable([
            ContentKind(
                "memo",
                processing: [
                    ContentKind.PlannedStage(ScriptedStage("a", fingerprint: "1")),
                    ContentKind.PlannedStage(ScriptedStage("look", decidingFact: "seen")),
                    ContentKind.PlannedStage(ScriptedStage("b", fingerprint: "1")),
                ], filling: [])
        ])
        func keys(whenSeen value: String?) throws -> [ContentID?] {
            var document = document
            document.facts["seen"] = value
            return try #require(deciding.route(of: document, through: .processing)).steps.map(\.reuseKey)
        }
        #expect(try keys(whenSeen: nil) == [base[0], nil, base[1]])
        #expect(try keys(whenSeen: "") == [base[0], nil, base[1]])
        #expect(try keys(whenSeen: "x")[2] != base[1])
        #expect(try keys(whenSeen: "x")[2] != keys(whenSeen: "y")[2])

        let declared = table("1", "1")
        #expect(declared.route(of: document, through: .processing, after: "a")?.steps.map(\.stage) == ["b"])
        #expect(declared.route(of: document, through: .processing, after: "b")?.steps == [])
        #expect(declared.route(of: document, through: .processing, from: "b")?.steps.map(\.stage) == ["b"])
        #expect(declared.route(of: document, through: .processing, from: "gone")?.steps.count == 2)
        #expect(declared.route(of: document, through: .filling)?.steps.map(\.reuseKey) == [nil])
        #expect(declared.route(of: document, through: .ready) == nil)
    }
}
