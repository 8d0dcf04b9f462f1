import FailureModel
import FamilyArchive
import Foundation
import FamiliesSQL
import TestSupport
import SQLTestSupport
import Testing

@Suite("Exported families: hostile files", .onEveryEngine, .timeLimit(.minutes(30))) struct HostileImportTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    /// Expects that a file is refused with a code, and that nothing of it is left.
    private func expect(
        _ code: ErrorCode, _ name: String, _ file: URL, _ store: ArchiveBench.Store,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await store.everything()
        do {
            let outcome = try await bench.importing(file, into: store)
            Issue.record("\(name) was imported: \(outcome)", sourceLocation: sourceLocation)
        } catch let failure as Failure {
            #expect(failure.code == code, "\(name): \(failure)", sourceLocation: sourceLocation)
            for secret in ["lemons", "Mia", "Tom", "example.org", "Moon"] {
                #expect(!failure.description.contains(secret), "\(name)", sourceLocation: sourceLocation)
            }
        }
        #expect(try await store.everything() == before, "\(name)", sourceLocation: sourceLocation)
    }

    private func exported() async throws -> (entries: [String: Data], rows: [String: Any]) {
        let store = try bench.store()
        try await bench.addLovelaces(to: store)
        let entries = try ArchiveBench.entries(try await bench.export(store).file)
        let rows = try JSONSerialization.jsonObject(with: try #require(entries["family.json"])) as? [String: Any]
        return (entries, try #require(rows))
    }

    private func pack(_ rows: [String: Any], _ entries: [String: Data]) throws -> URL {
        var entries = entries
        entries["family.json"] = try JSONSerialization.data(withJSONObject: rows)
        return try bench.pack(entries)
    }

    /// A change of one item of a list.
    private struct Change {
        let name: String
        let list: String
        var item = 0
        let member: String
        let value: Any
        var code = ErrorCode.malformedExport
    }

    @Test("rows that break a rule, or refer to what is not theirs, are refused wholly")
    func rows() async throws {
        let (entries, rows) = try await exported()
        let target = try bench.store("target")
        // Another family, whose rows the export must not reach.
        try await target.execute(
            """
            INSERT INTO storytelling_families VALUES
                ('22222222-2222-4222-8222-222222222222', 'The Turings', NULL, '2026-01-01T00:00:00.000000+00:00');
            INSERT INTO storytelling_children VALUES ('cccccccc-0000-4000-8000-000000000001',
                '22222222-2222-4222-8222-222222222222', 'Zoe', NULL, NULL, NULL, '2026-01-01T00:00:00.000000+00:00');
            """)
        let long = String(repeating: "x", count: 10_001)
        let changes = [
            Change(
                name: "another family's child", list: "artworks", member: "child_id",
                value: "cccccccc-0000-4000-8000-000000000001"),
            Change(
                name: "another family's picture", list: "pictures", member: "name",
                value: "22222222-2222-4222-8222-222222222222/x.jpg"),
            Change(
                name: "a picture outside", list: "pictures", member: "name", value: "\(ArchiveBench.family)/../x.jpg"),
            Change(
                name: "an upload that is not there", list: "artworks", member: "picture", value: "originals/none.jpg"),
            Change(name: "a path as an upload", list: "pictures", member: "original", value: "/etc/passwd"),
            Change(name: "a long story", list: "artworks", member: "story", value: long),
            Change(name: "a short story", list: "artworks", member: "story", value: "Short."),
            Change(name: "a long title", list: "artworks", member: "title", value: long),
            Change(name: "a favourite perhaps", list: "artworks", member: "is_favorite", value: "perhaps"),
            Change(name: "too many tags", list: "artworks", member: "tags", value: [String](repeating: "x", count: 51)),
            Change(name: "a day that does not exist", list: "artworks", member: "created_date", value: "2026-02-30"),
            Change(name: "a time that is none", list: "artworks", member: "uploaded_at", value: "yesterday"),
            Change(name: "an ID that is none", list: "artworks", member: "id", value: "'; DROP TABLE documents"),
            Change(name: "an ID twice", list: "artworks", member: "id", value: ArchiveBench.id(21)),
            Change(name: "no owner", list: "members", member: "role", value: "parent"),
            Change(name: "an unknown role", list: "members", item: 1, member: "role", value: "king"),
            Change(name: "an address twice", list: "members", member: "email", value: "BEN@example.org"),
            Change(name: "no address", list: "members", member: "email", value: "ada"),
            Change(name: "a user twice", list: "members", member: "user_id", value: ArchiveBench.user(2)),
            Change(name: "a colour that is none", list: "children", member: "avatar_color", value: "red"),
            Change(
                name: "an upload that was changed", list: "pictures", member: "sha256",
                value: String(repeating: "0", count: 64)),
            Change(name: "an unknown member", list: "artworks", member: "secret", value: "x"),
            Change(name: "a list instead of a text", list: "children", member: "name", value: ["x"]),
        ]
        for change in changes {
            var rows = rows
            var list = try #require(rows[change.list] as? [[String: Any]])
            list[change.item][change.member] = change.value
            rows[change.list] = list
            try await expect(change.code, change.name, try pack(rows, entries), target)
        }
        for (name, change): (String, (inout [[String: Any]]) -> Void) in [
            ("two reactions of one person", { $0[0]["reactions"] = [reaction(1), reaction(2)] }),
            ("an unknown reaction", { $0[0]["reactions"] = [reaction(1, "fire")] }),
            ("a long comment", { $0[0]["comments"] = [comment(String(repeating: "x", count: 501))] }),
            ("a comment without text", { $0[0]["comments"] = [comment(" ")] }),
        ] {
            var rows = rows
            var artworks = try #require(rows["artworks"] as? [[String: Any]])
            change(&artworks)
            rows["artworks"] = artworks
            try await expect(.malformedExport, name, try pack(rows, entries), target)
        }
        // As it was, it is imported.
        #expect(try await bench.importing(try pack(rows, entries), into: target).artworks == 2)
    }

    private func reaction(_ number: Int, _ kind: String = "heart") -> [String: Any] {
        [
            "id": ArchiveBench.id(70 + number), "user_id": ArchiveBench.user(1), "emoji_type": kind,
            "created_at": "2026-01-07T00:00:00.000000+00:00",
        ]
    }

    private func comment(_ text: String) -> [String: Any] {
        [
            "id": ArchiveBench.id(71), "user_id": ArchiveBench.user(1), "text": text,
            "created_at": "2026-01-07T00:00:00.000000+00:00", "updated_at": "2026-01-07T00:00:00.000000+00:00",
        ]
    }

    @Test("what is no export, is incomplete or not JSON is refused")
    func notAnExport() async throws {
        let (entries, rows) = try await exported()
        let target = try bench.store("target")
        for (name, text) in [
            ("no JSON", "{"), ("an empty text", ""), ("a list", "[]"),
            ("a bomb of lists", String(repeating: "[", count: 100_000)),
            ("a member twice", #"{"format": "formwright-family", "format": "formwright-family"}"#),
            ("another format", #"{"format": "other"}"#),
            ("a newer version", #"{"format": "formwright-family", "version": 2}"#),
            ("not UTF-8", "{\"format\": \"\u{FF}\""),
        ] {
            try await expect(.malformedExport, name, try bench.pack(["family.json": Data(text.utf8)]), target)
        }
        var fewer = rows
        fewer["comments"] = nil
        fewer["children"] = nil
        try await expect(.malformedExport, "a list less", try pack(fewer, entries), target)
        for name in entries.keys where name != "family.json" {
            var entries = entries
            entries[name] = nil
            try await expect(.malformedExport, "without \(name)", try pack(rows, entries), target)
            entries[name] = Data("\u{FF}\u{D8}\u{FF}no picture".utf8)
            try await expect(.unsupportedType, "no picture as \(name)", try pack(rows, entries), target)
            entries[name] = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 1, count: 26 << 20)
            try await expect(.inputTooLarge, "a huge \(name)", try pack(rows, entries), target)
        }
        var without = entries
        without["family.json"] = nil
        try await expect(.malformedExport, "without rows", try bench.pack(without), target)
        let whole = try Data(contentsOf: try pack(rows, entries))
        for count in [0, 10, whole.count / 2, whole.count - 10] {
            let file = bench.folder.file("truncated-\(count).zip")
            try whole.prefix(count).write(to: file)
            try await expect(.malformedExport, "\(count) bytes", file, target)
        }
        let text = bench.folder.file("text.zip")
        try Data("This is no archive.".utf8).write(to: text)
        try await expect(.malformedExport, "a text", text, target)
        try await expect(.malformedExport, "a folder", bench.folder.url, target)
    }

    @Test("archives with paths that lead away, links, encrypted or doubled files, and wrong sums are refused")
    func archives() async throws {
        let (entries, _) = try await exported()
        let target = try bench.store("target")
        let good = entries.sorted { $0.key < $1.key }.map { RawZip.Entry(name: $0.key, bytes: $0.value) }
        func file(_ name: String, _ change: (inout [RawZip.Entry]) -> Void) throws -> URL {
            var zip = RawZip(entries: good)
            change(&zip.entries)
            let file = bench.folder.file("\(UUID()).zip")
            try zip.data.write(to: file)
            return file
        }
        for name in ["../evil", "/etc/evil", "originals/../../evil", "originals//evil", "./evil"] {
            try await expect(
                .malformedExport, name,
                try file(name) { $0.append(RawZip.Entry(name: name, bytes: Data("x".utf8))) }, target)
        }
        let changes: [(String, (inout [RawZip.Entry]) -> Void)] = [
            ("a link", { $0.append(RawZip.Entry(name: "link", bytes: Data("/etc/passwd".utf8), mode: 0o120_777)) }),
            ("rows twice", { $0.append($0[0]) }), ("an upload twice", { $0.append($0[1]) }),
            ("encrypted rows", { $0[0].flags |= 1 }), ("an encrypted upload", { $0[1].flags |= 1 }),
            ("wrong sum of the rows", { $0[0].checksumError = 1 }),
            ("wrong sum of an upload", { $0[1].checksumError = 1 }),
            ("rows that are shorter than they say", { $0[0].statedSize = $0[0].bytes.count * 2 }),
            ("an upload that is longer than it says", { $0[1].statedSize = $0[1].bytes.count / 2 }),
        ]
        for (name, change) in changes { try await expect(.malformedExport, name, try file(name, change), target) }
        #expect(try await bench.importing(try file("good") { _ in }, into: target).artworks == 2)
    }

    @Test("archives that unpack to much more than they are, and too many files, are refused before anything is kept")
    func bombs() async throws {
        let (entries, _) = try await exported()
        let target = try bench.store("target")
        var bomb = entries
        for number in 0..<3 { bomb["originals/\(number).jpg"] = Data(count: 24 << 20) }
        try await expect(.inputTooLarge, "a bomb", try bench.pack(bomb), target)
        bomb = ["family.json": Data("[".utf8) + Data(repeating: UInt8(ascii: " "), count: 65 << 20)]
        try await expect(.inputTooLarge, "a bomb of rows", try bench.pack(bomb), target)
        let liar = RawZip(entries: [RawZip.Entry(name: "family.json", bytes: Data("{}".utf8), statedSize: 3 << 30)])
        let file = bench.folder.file("liar.zip")
        try liar.data.write(to: file)
        try await expect(.inputTooLarge, "a size that cannot be", file, target)
    }
}
