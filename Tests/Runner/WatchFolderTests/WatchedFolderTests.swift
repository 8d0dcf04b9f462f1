import Foundation
import Pipeline
import PipelineTestSupport
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("A watched folder", .timeLimit(.minutes(30))) struct WatchedFolderTests {
    @Test(
        "an original with its inputs is filled, the results go to the outbox, the files to the archive",
        arguments: StoreKind.allCases)
    func pair(store: StoreKind) async throws {
        let bench = try Bench(store)
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.sign", "Ada")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 0))
        #expect(try bench.files(\.outbox) == ["note.signed.txt": "PAY THE RENT — ADA — 3"])
        #expect(try bench.files(\.archive) == ["note.memo": "pay the rent", "note.sign": "Ada"])
        #expect(try bench.files(\.inbox).isEmpty)
        #expect(bench.openDrops().isEmpty)
    }

    @Test("an original without inputs is analysed, and filled each time inputs arrive")
    func inputsLater() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try await bench.work()
        #expect(try bench.files(\.outbox) == ["note.count.txt": "3"])
        for name in ["Ada", "Grace"] {
            try bench.drop("note.sign", name)
            try await bench.work()
        }
        let results = try bench.files(\.outbox)
        #expect(results["note.signed.txt"] == "PAY THE RENT — ADA — 3")
        #expect(results["note-2.signed.txt"] == "PAY THE RENT — GRACE — 3")
        #expect(try bench.files(\.archive).keys.sorted() == ["note-2.sign", "note.memo", "note.sign"])
    }

    @Test("inputs that arrive before their original wait for it")
    func inputsFirst() async throws {
        let bench = try Bench()
        try bench.drop("note.sign", "Ada")
        #expect(try await bench.work() == FolderWatcher.Summary())
        #expect(try bench.files(\.inbox).keys.sorted() == ["note.sign"])
        try bench.drop("note.memo", "pay the rent")
        try await bench.work()
        #expect(try bench.files(\.outbox).keys.sorted() == ["note.signed.txt"])
    }

    @Test("each record of a table is filled by itself, and a bad one is reported with its line")
    func records() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.signs", "Ada\n?\nGrace\n")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failedRecords: 1))
        #expect(try bench.files(\.outbox).keys.sorted() == ["note.0001.signed.txt", "note.0003.signed.txt"])
        let failed = try bench.files(\.failed)
        #expect(failed.keys.sorted() == ["note.0002.error.json"])
        #expect(failed["note.0002.error.json"]?.contains("\"line\" : 2") == true)
        #expect(try bench.files(\.archive).keys.sorted() == ["note.memo", "note.signs"])
    }

    @Test("inputs without a record fail", arguments: ["note.sign", "note.signs"])
    func noRecords(inputs: String) async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop(inputs, "")
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 1))
        let failed = try bench.files(\.failed)
        #expect(failed.keys.sorted() == ["note.error.json", "note.memo", inputs])
        #expect(failed["note.error.json"]?.contains("input_empty") == true)
    }

    @Test("files without a usable record fail")
    func noRecord() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.signs", "?\n?\n")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 0, failed: 1))
        #expect(
            try bench.files(\.failed).keys.sorted()
                == ["note.0001.error.json", "note.0002.error.json", "note.error.json", "note.memo", "note.signs"])
    }

    @Test("files refused by a stage or the kind go to failed with the reason, and the others continue")
    func failures() async throws {
        let bench = try Bench()
        try bench.drop("empty.memo", "")
        try Data([0xFF, 0xFE, 0x00]).write(to: bench.rule.inbox.appendingPathComponent("binary.memo"))
        try bench.drop("good.memo", "fine")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 2))
        let failed = try bench.files(\.failed)
        #expect(failed.keys.sorted() == ["binary.error.json", "binary.memo", "empty.error.json", "empty.memo"])
        #expect(failed["empty.error.json"]?.contains("input_empty") == true)
        #expect(failed["binary.error.json"]?.contains("\"stage\" : \"count\"") == true)
        #expect(try bench.files(\.outbox).keys.sorted() == ["good.count.txt"])
    }

    @Test("a corrected file of the same name removes the reports on the earlier ones, and no others")
    func corrected() async throws {
        let bench = try Bench()
        for name in ["note.memo", "note-book.memo", "notes.memo"] { try bench.drop(name, "") }
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 3))
        try bench.drop("note.memo", "")
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 1))
        #expect(try bench.files(\.failed).keys.contains("note-2.error.json"))
        try bench.drop("note.memo", "fine")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        let left = try bench.files(\.failed).keys.sorted()
        #expect(
            left == [
                "note-2.memo", "note-book.error.json", "note-book.memo", "note.memo", "notes.error.json", "notes.memo",
            ])
    }

    @Test("a standing original is filled with inputs that have no original")
    func standing() async throws {
        let bench = try Bench(standing: "lease.memo")
        try Data("sign here".utf8).write(to: URL(fileURLWithPath: bench.folder.path + "/lease.memo"))
        try bench.drop("ada.sign", "Ada")
        try bench.drop("own.memo", "mine")
        try bench.drop("own.sign", "Grace")
        try await bench.work()
        let results = try bench.files(\.outbox)
        #expect(results["ada.signed.txt"] == "SIGN HERE — ADA — 2")
        #expect(results["own.signed.txt"] == "MINE — GRACE — 1")
    }

    @Test("names are kept, and nothing is ever overwritten")
    func collisions() async throws {
        let bench = try Bench()
        for folder in [bench.rule.outbox, bench.rule.archive, bench.rule.failed] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data("old".utf8).write(to: bench.rule.outbox.appendingPathComponent("note.signed.txt"))
        try Data("old".utf8).write(to: bench.rule.archive.appendingPathComponent("note.memo"))
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.sign", "Ada")
        try await bench.work()
        #expect(try bench.files(\.outbox).keys.sorted() == ["note-2.signed.txt", "note.signed.txt"])
        #expect(try bench.files(\.outbox)["note.signed.txt"] == "old")
        #expect(try bench.files(\.archive).keys.sorted() == ["note-2.memo", "note.memo", "note.sign"])
    }

    @Test("a name that leaves no room for a suffix is cut")
    func longNames() async throws {
        let bench = try Bench()
        let stem = String(repeating: "ä", count: 120)
        try bench.drop("\(stem).memo", "long")
        try bench.drop("\(stem).sign", "Ada")
        try await bench.work()
        let name = try #require(try bench.files(\.outbox).keys.first)
        #expect(name.utf8.count <= 255 && name.hasSuffix(".signed.txt") && name.hasPrefix("ää"))
    }

    @Test(
        "names of maximum length are accepted, even repeatedly",
        arguments: [
            "a." + String(repeating: "x", count: 253), "a." + String(repeating: "表", count: 84) + "x",
            String(repeating: "x", count: 255), String(repeating: "ä", count: 125) + ".memo",
            "a" + String(repeating: "\u{301}", count: 127),
        ])
    func longestNames(name: String) async throws {
        let bench = try Bench()
        for _ in 1...3 {
            try bench.drop(name, "long")
            #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 0))
        }
        let archived = try bench.files(\.archive).keys
        #expect(archived.count == 3 && archived.contains(name))
        #expect(archived.allSatisfy { $0.utf8.count <= 255 })
        #expect(try bench.files(\.outbox).count == 3)
    }

    @Test("odd names are kept unchanged", arguments: ["with space", "line\nbreak", "-rf", "quote\"", "表"])
    func oddNames(stem: String) async throws {
        let bench = try Bench()
        try bench.drop("\(stem).memo", "odd")
        try bench.drop("\(stem).sign", "Ada")
        try await bench.work()
        #expect(try bench.files(\.outbox).keys.sorted() == ["\(stem).signed.txt"])
        #expect(try bench.files(\.archive).keys.sorted() == ["\(stem).memo", "\(stem).sign"])
    }

    @Test("files whose names differ in the encoding of accents alone are taken one after the other")
    func likeNames() async throws {
        let bench = try Bench()
        try bench.drop("\u{E9}.memo", "composed")
        try bench.drop("e\u{301}.memo", "decomposed")
        #expect(try await bench.work().done == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.rule.inbox.path) == [".formwright"])
    }

    @Test("links, pipes, folders, hidden and unfinished files stay where they are and block nothing")
    func leftAlone() async throws {
        let bench = try Bench()
        let inbox = bench.rule.inbox.path
        let secret = bench.folder.path + "/secret.memo"
        try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
        try FileManager.default.createSymbolicLink(atPath: inbox + "/link.memo", withDestinationPath: secret)
        #expect(mkfifo(inbox + "/pipe.memo", 0o600) == 0)
        try FileManager.default.createDirectory(atPath: inbox + "/folder.memo", withIntermediateDirectories: true)
        for name in [".hidden.memo", "half.memo.part", "half.memo.crdownload", "backup.memo~", "~$open.memo"] {
            try bench.drop(name, "not yet")
        }
        try bench.drop("good.memo", "fine")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 0))
        #expect(try bench.files(\.inbox).count == 8)
        #expect(try bench.files(\.outbox).keys.sorted() == ["good.count.txt"])
    }

    @Test("a file that is being written is left until it is closed")
    func beingWritten() async throws {
        let bench = try Bench()
        let path = bench.rule.inbox.path + "/note.memo"
        try bench.drop("note.memo", "half")
        let writer = try #require(FileHandle(forWritingAtPath: path))
        let work = Task { try await bench.work() }
        try await Task.sleep(for: .milliseconds(200))
        #expect(try bench.files(\.inbox).keys.sorted() == ["note.memo"])
        try writer.seekToEnd()
        try writer.write(contentsOf: Data(" and whole".utf8))
        try writer.close()
        #expect(try await work.value == FolderWatcher.Summary(done: 1, failed: 0))
        #expect(try bench.files(\.archive) == ["note.memo": "half and whole"])
    }

    @Test("a thousand files at once and the same bytes under many names are all processed")
    func manyFiles() async throws {
        let bench = try Bench()
        for number in 0..<1000 { try bench.drop("n\(number).memo", "the same words") }
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1000, failed: 0))
        #expect(try bench.files(\.outbox).count == 1000)
        #expect(try bench.files(\.archive).count == 1000)
    }

    @Test("two watchers on one inbox never take the same file")
    func twoWatchers() async throws {
        let bench = try Bench()
        for number in 0..<60 {
            try bench.drop("n\(number).memo", "words")
            try bench.drop("n\(number).sign", "Ada")
        }
        async let first = bench.work()
        async let second = bench.work()
        let (one, other) = try await (first, second)
        #expect(one.done + other.done == 60)
        #expect(one.failed + other.failed == 0)
        #expect(try bench.files(\.outbox).count == 60)
    }

    @Test("missing folders are created, even while the watcher runs")
    func missingFolders() async throws {
        let bench = try Bench()
        try FileManager.default.removeItem(at: bench.rule.inbox)
        #expect(try await bench.work() == FolderWatcher.Summary())
        try bench.drop("note.memo", "words")
        try await bench.work()
        #expect(try bench.files(\.outbox).keys.sorted() == ["note.count.txt"])
    }
}
