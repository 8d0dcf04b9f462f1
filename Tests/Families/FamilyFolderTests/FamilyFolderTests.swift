import FailureModel
import FamilyFolder
import Foundation
import Pipeline
import FamiliesSQL
import ServiceTestSupport
import TestSupport
import SQLTestSupport
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("A family's watched folder", .onEveryEngine, .timeLimit(.minutes(30))) struct FamilyFolderTests {
    private static let words = "The sun is yellow because it ate all the lemons."
    private static let story = "child: mia\ndate: 2025-06-01\ntitle: Sun\nstory: \(words)\n"
    private static let row = "Mia|2025-06-01|Sun|\(words)|yes"
    private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    private func drop(_ file: Int, into bench: FamilyBench) throws {
        switch file {
        case 0: try bench.drop("sun.jpg", FamilyBench.picture())
        case 1: try bench.drop("sun.story.yaml", Self.story)
        default: try bench.drop("sun.moment.jpg", FamilyBench.picture(0x0044_88FF))
        }
    }

    @Test("a picture, its story and its moment become one artwork and one page, in whatever order they come")
    func together() async throws {
        let bench = try await FamilyBench(children: 2)
        for file in 0..<3 { try drop(file, into: bench) }
        #expect(try await bench.work() == FolderWatcher.Summary(done: 3))
        #expect(try await bench.artworks() == [Self.row])
        #expect(bench.names(\.outbox) == ["sun.page.pdf"])
        #expect(bench.text("sun.page.pdf", in: \.outbox).hasPrefix("%PDF"))
        #expect(bench.names(\.archive) == ["sun.jpg", "sun.moment.jpg", "sun.story.yaml"])
        #expect(bench.names(\.failed).isEmpty && bench.names(\.inbox).isEmpty && bench.openDrops().isEmpty)
        // Pages are in the outbox only, and nothing of a row that has been made is kept a second time.
        #expect(try await bench.texts("SELECT DISTINCT kind FROM documents") == ["artwork"])
        #expect(try await bench.texts("SELECT key FROM storytelling_drops WHERE story IS NOT NULL").isEmpty)
        #expect(
            try await bench.texts("SELECT DISTINCT owner FROM documents")
                == [FamilyOwner.id(of: FamilyBench.Family.lovelaces.rawValue).text])
    }

    @Test("the same comes of them if each is dropped when all before it is done", arguments: orders)
    func oneByOne(order: [Int]) async throws {
        let bench = try await FamilyBench()
        // Without a story the date would be missing.
        try await bench.execute("UPDATE storytelling_children SET name = 'Mia'")
        for file in order {
            if file == 0 {
                try bench.drop("sun.heic", TestData.data("pictures/photo.heic"))
            } else {
                try drop(file, into: bench)
            }
            try await bench.work()
            let isKnown = order.firstIndex(of: 0).map { $0 <= order.firstIndex(of: file) ?? 0 } ?? false
            #expect(bench.names(\.outbox) == (isKnown ? ["sun.page.pdf"] : []))
        }
        #expect(try await bench.artworks() == [Self.row])
        #expect(bench.names(\.inbox).isEmpty && bench.names(\.failed).isEmpty && bench.openDrops().isEmpty)
    }

    @Test("a story that comes later gives its title to an artwork without one, and its page is replaced")
    func later() async throws {
        let bench = try await FamilyBench()
        try bench.drop("sun.heic", TestData.data("pictures/photo.heic"))
        try await bench.work()
        #expect(try await bench.artworks() == ["Mia|2026-01-31|Untitled|-|no"])
        let page = bench.text("sun.page.pdf", in: \.outbox)
        try bench.drop("sun.story.txt", "  \(Self.words)\n")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        let title = Self.words.prefix(50)
        #expect(try await bench.artworks() == ["Mia|2026-01-31|\(title)|\(Self.words)|no"])
        #expect(bench.names(\.outbox) == ["sun.page.pdf"])
        #expect(bench.text("sun.page.pdf", in: \.outbox) != page)
        try bench.drop("sun.story.yaml", "title: Our sun\n")
        try await bench.work()
        try bench.drop("sun.story.yaml", "story: Another story, which is long enough.\n")
        try await bench.work()
        #expect(
            try await bench.artworks() == ["Mia|2026-01-31|Our sun|Another story, which is long enough.|no"])
    }

    @Test("a story and a moment wait for their picture")
    func waiting() async throws {
        let bench = try await FamilyBench()
        try drop(1, into: bench)
        try drop(2, into: bench)
        #expect(try await bench.work() == FolderWatcher.Summary())
        #expect(bench.names(\.inbox) == ["sun.moment.jpg", "sun.story.yaml"])
        #expect(try await bench.texts("SELECT id FROM documents").isEmpty)
    }

    @Test("a wrong story fails alone, and a new file completes the artwork")
    func wrongStory() async throws {
        let bench = try await FamilyBench(children: 2)
        try drop(0, into: bench)
        try drop(2, into: bench)
        try bench.drop("sun.story.yaml", "child: Zoe\ndate: 2025-06-01\nstory: \(Self.words)\n")
        // That nobody says whose the picture is would be another error about the same mistake.
        #expect(try await bench.work() == FolderWatcher.Summary(done: 2, failed: 1))
        #expect(bench.names(\.failed) == ["sun.error.json", "sun.story.yaml"])
        let report = bench.text("sun.error.json", in: \.failed)
        #expect(report.contains("child_unknown") && report.contains("sun.story.yaml"))
        #expect(!report.contains("Zoe") && !report.contains("lemons"))
        #expect(try await bench.artworks().isEmpty)
        try drop(1, into: bench)
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(try await bench.artworks() == [Self.row])
        #expect(bench.names(\.outbox) == ["sun.page.pdf"])
    }

    @Test(
        "what is missing or wrong is reported with its code",
        arguments: [
            ("story: too short", "story_too_short"),
            ("story: \(String(repeating: "é", count: 10_001))", "story_too_long"),
            ("date: 2025-02-30\ncolour: red", "malformed_story"), ("child: Zoe", "child_unknown"),
            ("child: Mia", "date_missing"),
        ])
    func codes(story: String, code: String) async throws {
        let bench = try await FamilyBench()
        try drop(0, into: bench)
        try bench.drop("sun.story.yaml", story)
        try await bench.work()
        #expect(bench.names(\.failed).contains { bench.text($0, in: \.failed).contains("\"\(code)\"") })
        #expect(try await bench.artworks().isEmpty)
    }

    @Test("a damaged picture fails alone, and nothing of it stays")
    func damaged() async throws {
        let bench = try await FamilyBench()
        try bench.drop("sun.jpg", FamilyBench.picture().prefix(300))
        try bench.drop("notes.pdf", "%PDF-1.4")
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 2))
        #expect(try await bench.texts("SELECT id FROM documents").isEmpty)
        #expect(bench.text("sun.error.json", in: \.failed).contains("damaged_picture"))
    }

    @Test("the same picture again changes nothing, and another one of its name is another artwork")
    func again() async throws {
        let bench = try await FamilyBench()
        for file in 0..<2 { try drop(file, into: bench) }
        try await bench.work()
        try FileManager.default.removeItem(at: bench.rule(.lovelaces).outbox.appendingPathComponent("sun.page.pdf"))
        try drop(0, into: bench)
        try await bench.work()
        #expect(try await bench.artworks().count == 1)
        #expect(try await bench.texts("SELECT id FROM documents").count == 1)
        #expect(bench.names(\.outbox) == ["sun.page.pdf"])
        try bench.drop("sun.jpg", FamilyBench.picture(0xFF00_00FF))
        try bench.drop("sun.story.yaml", "date: 2026-06-01\nstory: \(Self.words)")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 2))
        #expect(try await bench.artworks().map { $0.prefix(14) } == ["Mia|2025-06-01", "Mia|2026-06-01"])
        #expect(bench.names(\.outbox) == ["sun-2.page.pdf", "sun.page.pdf"])
    }

    @Test("two families may use the same names")
    func families() async throws {
        let bench = try await FamilyBench()
        try drop(0, into: bench)
        try drop(1, into: bench)
        try bench.rule(.turings).drop("sun.jpg", FamilyBench.picture())
        try bench.rule(.turings).drop("sun.story.yaml", "date: 2024-01-01\nstory: \(Self.words)\ntitle: Ours")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 4))
        #expect(try await bench.artworks() == ["Mia|2025-06-01|Sun|\(Self.words)|no"])
        #expect(try await bench.artworks(of: .turings) == ["Mia|2024-01-01|Ours|\(Self.words)|no"])
        #expect(bench.rule(.turings).names(\.outbox) == ["sun.page.pdf"])
    }

    @Test("a story of an artwork that was deleted is reported, and its picture begins another")
    func deleted() async throws {
        let bench = try await FamilyBench()
        for file in 0..<2 { try drop(file, into: bench) }
        try await bench.work()
        try await bench.execute("UPDATE storytelling_artworks SET deleted_at = '2026-01-01T00:00:00.000000+00:00'")
        try bench.drop("sun.story.yaml", "title: Moon")
        try await bench.work()
        #expect(bench.text("sun.error.json", in: \.failed).contains("picture_missing"))
        try drop(0, into: bench)
        try drop(1, into: bench)
        try await bench.work()
        #expect(try await bench.artworks() == ["Mia|2025-06-01|Sun|\(Self.words)|no"])
    }

    @Test("a book has what was dropped before it, and stays as its pictures' whole")
    func book() async throws {
        let bench = try await FamilyBench()
        for file in 0..<3 { try drop(file, into: bench) }
        try bench.drop("sea.jpg", FamilyBench.picture(0x0000_FFFF))
        try bench.drop("sea.story.yaml", "date: 2025-07-01\nstory: \(Self.words)")
        try bench.drop("old.jpg", FamilyBench.picture(0x00FF_FFFF))
        try bench.drop("old.story.yaml", "date: 2024-07-01\nstory: \(Self.words)")
        try bench.drop("2025.book.yaml", "child: Mia\nfrom: 2025-01-01\nto: 2025-12-31\n")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 8))
        #expect(
            bench.names(\.outbox)
                == ["2025.cover.pdf", "2025.storybook.pdf", "old.page.pdf", "sea.page.pdf", "sun.page.pdf"])
        let books = try await bench.client.store.documents(DocumentQuery(in: .all, kind: "storybook", limit: 10))
        #expect(books.map(\.partCount) == [3] && books.map { $0.facts["artworks"] } == ["2"])
        try bench.drop("none.book.yaml", "from: 2030-01-01\n")
        try await bench.work()
        #expect(bench.text("none.error.json", in: \.failed).contains("book_empty"))
        #expect(bench.names(\.failed).contains("none.book.yaml"))
    }

    @Test("what is remembered of a family's files is for the owner of the folder alone")
    func permissions() async throws {
        let bench = try await FamilyBench()
        // As an earlier version has left it.
        let drops = bench.rule(.lovelaces).inbox.appendingPathComponent(".formwright/drops")
        try FileManager.default.createDirectory(
            at: drops, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        for file in 0...2 { try drop(file, into: bench) }
        try await bench.work()
        let root = bench.rule(.lovelaces).inbox.appendingPathComponent(".formwright").path
        let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
        let files = all.filter { $0.hasSuffix(".json") }
        #expect(!files.isEmpty)
        for folder in [""] + all {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(folder)")
            guard attributes[.type] as? FileAttributeType == .typeDirectory else { continue }
            #expect(attributes[.posixPermissions] as? Int == 0o700, "\(folder)")
        }
        for file in files {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(file)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
    }

    @Test("neither logs nor reports say names, stories or the names of files")
    func privacy() async throws {
        let bench = try await FamilyBench(children: 2)
        try bench.drop("granny-sun.jpg", FamilyBench.picture())
        try bench.drop("granny-sun.story.yaml", Self.story)
        try bench.drop("granny-sea.jpg", FamilyBench.picture(0x0000_FFFF))
        try bench.drop("granny-sea.story.yaml", "child: Zoe\nlemons: yellow\nstory: \(Self.words)")
        try bench.drop("granny-bad.jpg", "no picture")
        try bench.drop("granny.story.txt", Self.words)
        try bench.drop("granny.book.yaml", "child: Mia")
        try await bench.work()
        let log = bench.log.text
        #expect(log.contains("malformed_story") && log.contains("claimed"))
        for word in ["granny", "Mia", "Zoe", "lemons", "yellow"] { #expect(!log.contains(word), "\(word)") }
        for name in bench.names(\.failed) where name.hasSuffix(".error.json") {
            let report = bench.text(name, in: \.failed)
            for word in ["Mia", "Zoe", "lemons", "yellow"] { #expect(!report.contains(word), "\(word)") }
        }
    }

    @Test("an owner is a family's name or ID, if there is one such family")
    func owner() async throws {
        let bench = try await FamilyBench()
        let id = FamilyOwner.id(of: FamilyBench.Family.lovelaces.rawValue)
        let inbox = bench.rule(.lovelaces).inbox
        func owner(_ text: String, of inbox: URL = inbox) async throws -> OwnerID {
            try await bench.receiver.owner(meant: OwnerID(text), of: inbox)
        }
        #expect(try await owner("family:The Lovelaces") == id)
        #expect(try await owner(id.text.uppercased().replacing("FAMILY", with: "family")) == id)
        try await bench.execute("UPDATE storytelling_families SET name = 'The Lovelaces'")
        for text in ["family:The Lovelaces", "family:Nobody", "family:", "ada", ""] {
            await #expect(throws: (any Error).self) {
                try await owner(text, of: URL(fileURLWithPath: "/another"))
            }
        }
    }

    @Test("a folder stays its family's when families change their names, or go")
    func renamed() async throws {
        let bench = try await FamilyBench()
        let inbox = bench.rule(.lovelaces).inbox
        let (lovelaces, turings) = (FamilyBench.Family.lovelaces.rawValue, FamilyBench.Family.turings.rawValue)
        func owner(_ text: String = "family:The Lovelaces") async throws -> OwnerID {
            try await bench.receiver.owner(meant: OwnerID(text), of: inbox)
        }
        func code() async -> ErrorCode? {
            do {
                _ = try await owner()
                return nil
            } catch {
                return (error as? Failure)?.code
            }
        }
        #expect(try await owner() == FamilyOwner.id(of: lovelaces))
        try await bench.execute("UPDATE storytelling_families SET name = 'The Kings' WHERE id = '\(lovelaces)'")
        #expect(try await owner() == FamilyOwner.id(of: lovelaces))
        try await bench.execute("UPDATE storytelling_families SET name = 'The Lovelaces' WHERE id = '\(turings)'")
        #expect(await code() == .familyAmbiguous)
        #expect(try await owner("family:\(turings)") == FamilyOwner.id(of: turings))
        try await bench.execute("DELETE FROM storytelling_families WHERE id = '\(lovelaces)'")
        #expect(await code() == .familyUnknown)
    }

    @Test("more pictures than are taken in at a time get their stories, and nothing fails meanwhile")
    func many() async throws {
        let bench = try await FamilyBench()
        for number in 0..<70 {
            try bench.drop("m\(number).jpg", FamilyBench.picture(UInt32(number) << 16 | 0xFF))
            try bench.drop(
                "m\(number).story.yaml", "date: 2026-01-31\nstory: Mia drew the sun, and this is number \(number).\n")
        }
        #expect(try await bench.work() == FolderWatcher.Summary(done: 140))
        #expect(bench.names(\.failed).isEmpty)
        #expect(try await bench.artworks().count == 70)
        #expect(bench.names(\.outbox).count == 70)
    }
}
