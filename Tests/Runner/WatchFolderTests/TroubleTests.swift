import FailureModel
import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

/// What other processes and the machine may do to the folders while a watcher works.
@Suite("A watched folder in trouble", .timeLimit(.minutes(30))) struct TroubleTests {
    @Test("a delivery whose journal is briefly unreadable is not repeated")
    func journalOutOfReach() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        let outbox = bench.rule.outbox.path
        let step = Mutex(0)
        try await bench.work(
            HookedFiles { operation in
                try step.withLock { step in
                    // The result exists under its name; the next operation fails once, and so does reading the journal.
                    if step == 0, operation.call == "lstat", operation.path.hasSuffix("-0.tmp"),
                        FileManager.default.fileExists(atPath: outbox + "/note.count.txt")
                    {
                        step = 1
                        throw SystemCallError(call: "lstat", path: operation.path, number: EIO)
                    }
                    if step == 1, operation.call == "read", operation.path.contains("/delivery-") {
                        step = 2
                        throw SystemCallError(call: "open", path: operation.path, number: EMFILE)
                    }
                }
            })
        #expect(step.withLock { $0 } == 2)
        #expect(try bench.files(\.outbox).keys.sorted() == ["note.count.txt"])
    }

    @Test("a full outbox does not block a run that waits for the end, and the next run resumes")
    func outboxFull() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("empty.memo", "")
        let outbox = bench.rule.outbox.path
        let full = HookedFiles { operation in
            if operation.call == "write", operation.path.hasPrefix(outbox) {
                throw SystemCallError(call: "write", path: operation.path, number: ENOSPC)
            }
        }
        #expect(try await bench.work(full) == FolderWatcher.Summary(failed: 1, unfinished: 1))
        #expect(bench.openDrops().count == 1)
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.outbox) == ["note.count.txt": "3"])
        #expect(bench.openDrops().isEmpty)
    }

    @Test("a damaged store ends a watcher at once, and the next one resumes")
    func damagedStore() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        let outbox = bench.rule.outbox.path
        let tries = Mutex(0)
        let damaged = HookedFiles { operation in
            if operation.call == "write", operation.path.hasPrefix(outbox) {
                tries.withLock { $0 += 1 }
                throw Failure(.storeDamaged, "The database of the store is damaged.")
            }
        }
        let failure = await #expect(throws: Failure.self) { try await bench.work(damaged) }
        #expect(failure?.code == .storeDamaged && tries.withLock { $0 } == 1)
        #expect(bench.openDrops().count == 1)
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
    }

    @Test("setting the clock back delays nothing")
    func clockSetBack() async throws {
        let bench = try Bench(settle: .milliseconds(20))
        try bench.drop("note.memo", "pay the rent")
        let inbox = bench.rule.inbox.path
        let looks = Mutex(0)
        let files = HookedFiles { operation in
            if operation.call == "readdir", operation.path == inbox { looks.withLock { $0 += 1 } }
        }
        let clock = ShortSleepClock(ahead: { looks.withLock { $0 } < 2 ? .seconds(3600) : .zero })
        #expect(try await bench.work(files, clock: clock) == FolderWatcher.Summary(done: 1, failed: 0))
    }

    /// Starts to rewrite a file of the inbox at the moment it is claimed, and finishes on request.
    private final class Copier: Sendable {
        private let path: String
        private let text: String
        private let handle = Mutex<FileHandle?>(nil)

        init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
        }

        func begin() {
            handle.withLock { handle in
                guard handle == nil, let new = FileHandle(forWritingAtPath: path) else { return }
                try? new.truncate(atOffset: 0)
                try? new.write(contentsOf: Data(text.utf8.prefix(text.utf8.count / 2)))
                handle = new
            }
        }

        var isAtWork: Bool { handle.withLock { $0 != nil } }

        func end() {
            handle.withLock { handle in
                try? handle?.write(contentsOf: Data(text.utf8.dropFirst(text.utf8.count / 2)))
                try? handle?.close()
            }
        }
    }

    @Test("a file rewritten at the moment it is claimed is returned and claimed when it is complete")
    func writtenWhileTaken() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.signs", "Ada\nGrace\nEdsger\nBarbara\n")
        let copier = Copier(bench.rule.inbox.path + "/note.signs", "Eve\nJoe\nAnn\nBob\nKim\nMax\n")
        let inbox = bench.rule.inbox.path
        let looks = Mutex(0)
        let files = HookedFiles { operation in
            if operation.call == "rename", operation.path == inbox + "/note.memo" { copier.begin() }
            guard operation.call == "readdir", operation.path == inbox, copier.isAtWork else { return }
            // It is seen growing for a while.
            if looks.withLock({
                $0 += 1; return $0
            }) == 3 {
                copier.end()
            }
        }
        #expect(try await bench.work(files) == FolderWatcher.Summary(done: 1, failed: 0))
        #expect(looks.withLock { $0 } >= 3)
        #expect(try bench.files(\.outbox).count == 6)
        #expect(try bench.files(\.outbox)["note.0006.signed.txt"] == "PAY THE RENT — MAX — 3")
        #expect(try bench.files(\.archive).keys.sorted() == ["note.memo", "note.signs"])
        #expect(bench.openDrops().isEmpty)
    }

    @Test("a file changed and closed at the moment it is claimed is returned as well")
    func changedWhileTaken() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        let inbox = bench.rule.inbox.path
        let renames = Mutex<[String]>([])
        try await bench.work(
            HookedFiles { operation in
                guard operation.call == "rename", let target = operation.target else { return }
                if operation.path == inbox + "/note.memo" || target == inbox + "/note.memo" {
                    renames.withLock { $0.append(target) }
                    if renames.withLock({ $0.count }) == 1 { try? bench.drop("note.memo", "pay all the rents") }
                }
            })
        #expect(renames.withLock { $0.count } == 3)
        #expect(try bench.files(\.archive) == ["note.memo": "pay all the rents"])
    }

    @Test("if its name is taken by another file, it is waited for in place, and both are processed")
    func nameTakenMeanwhile() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "a first note")
        let inbox = bench.rule.inbox.path
        let copier = Copier(inbox + "/note.memo", "a note that is longer than the first")
        let drops = Mutex(0)
        let files = HookedFiles { operation in
            if operation.call == "rename", operation.path == inbox + "/note.memo" { copier.begin() }
            // Immediately after the rename, before anything is returned.
            if copier.isAtWork, operation.call == "lstat", operation.path.hasSuffix("/original") {
                let looks = drops.withLock {
                    $0 += 1; return $0
                }
                if looks == 1 { try? bench.drop("note.memo", "another") }
                if looks == 4 { copier.end() }
            }
        }
        #expect(try await bench.work(files) == FolderWatcher.Summary(done: 2, failed: 0))
        #expect(
            try bench.files(\.archive).values.sorted() == ["a note that is longer than the first", "another"])
        #expect(try bench.files(\.outbox).keys.sorted() == ["note-2.count.txt", "note.count.txt"])
        #expect(try bench.files(\.outbox).values.sorted() == ["1", "8"])
    }

    @Test("a file that changes between its claim and its turn is returned")
    func changedBeforeItsTurn() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        let inbox = bench.rule.inbox.path
        let isDone = Mutex(false)
        let isBack = Mutex(false)
        try await bench.work(
            HookedFiles { operation in
                if operation.target == inbox + "/note.memo" { isBack.withLock { $0 = true } }
                // The last operation of a claim.
                guard operation.call == "fsync", operation.path == inbox else { return }
                let isFirst = isDone.withLock { isDone in
                    defer { isDone = true }
                    return !isDone
                }
                guard isFirst, let drop = bench.openDrops().first else { return }
                try Data("pay all the rents".utf8).write(
                    to: URL(fileURLWithPath: "\(inbox)/.formwright/drops/\(drop)/original"))
            })
        #expect(isDone.withLock { $0 } && isBack.withLock { $0 })
        #expect(try bench.files(\.archive) == ["note.memo": "pay all the rents"])
        #expect(try bench.files(\.outbox)["note.count.txt"] == "4")
        #expect(bench.openDrops().isEmpty)
    }

    @Test("values whose form was deleted wait until it is dropped again")
    func formDeleted() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try await bench.work()
        for document in try await bench.client.store.documents(DocumentQuery(in: .all)) {
            try await bench.client.delete(document.id, in: .all)
        }
        try bench.drop("note.sign", "Ada")
        #expect(try await bench.work() == FolderWatcher.Summary())
        #expect(try bench.files(\.inbox).keys.sorted() == ["note.sign"])
        try bench.drop("note.memo", "pay the rent")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 0))
        #expect(try bench.files(\.outbox)["note.signed.txt"] == "PAY THE RENT — ADA — 3")
    }

    @Test("values whose own form is briefly unavailable are not filled into the standing one")
    func formOutOfReach() async throws {
        let bench = try Bench(standing: "lease.memo")
        try Data("sign here".utf8).write(to: URL(fileURLWithPath: bench.folder.path + "/lease.memo"))
        try bench.drop("note.memo", "pay the rent")
        try await bench.work()
        try bench.drop("note.sign", "Ada")
        let minutes = Mutex(0)
        // Each look at the original takes a minute.
        let clock = ShortSleepClock(ahead: { minutes.withLock { .seconds(60 * $0) } })
        let files = HookedFiles { operation in
            guard operation.call == "read", operation.path.contains("/originals/") else { return }
            minutes.withLock { $0 += 1 }
            throw SystemCallError(call: "open", path: operation.path, number: EMFILE)
        }
        #expect(try await bench.work(files, clock: clock) == FolderWatcher.Summary())
        #expect(try bench.files(\.inbox).keys.sorted() == ["note.sign"])
        try await bench.work()
        #expect(try bench.files(\.outbox)["note.signed.txt"] == "PAY THE RENT — ADA — 3")
    }

    @Test("values whose form is briefly unreadable are filled all the same", arguments: 1...3)
    func originalOutOfReach(failures: Int) async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try await bench.work()
        try bench.drop("note.sign", "Ada")
        let left = Mutex(failures)
        let summary = try await bench.work(
            HookedFiles { operation in
                guard operation.call == "read", operation.path.contains("/originals/") else { return }
                try left.withLock { left in
                    guard left > 0 else { return }
                    left -= 1
                    throw SystemCallError(call: "read", path: operation.path, number: EIO)
                }
            })
        #expect(left.withLock { $0 } == 0)
        #expect(summary == FolderWatcher.Summary(done: 1))
    }

    @Test("values whose form stays unreadable wait in the inbox, and hold up neither a run nor other files")
    func originalUnreadable() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try await bench.work()
        try bench.drop("note.sign", "Ada")
        try bench.drop("other.memo", "feed the cat")
        let minutes = Mutex(0)
        // Each look at the original takes a minute.
        let clock = ShortSleepClock(ahead: { minutes.withLock { .seconds(60 * $0) } })
        let summary = try await bench.work(
            HookedFiles { operation in
                guard operation.call == "read", operation.path.contains("/originals/") else { return }
                minutes.withLock { $0 += 1 }
                throw SystemCallError(call: "read", path: operation.path, number: EIO)
            }, clock: clock)
        #expect(summary == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.inbox).keys.sorted() == ["note.sign"])
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.inbox).isEmpty)
    }

    @Test("a standing form that was garbage-collected is stored again")
    func standingCollected() async throws {
        let bench = try Bench(standing: "lease.memo")
        try Data("sign here".utf8).write(to: URL(fileURLWithPath: bench.folder.path + "/lease.memo"))
        try bench.drop("own.memo", "mine")
        let inbox = bench.rule.inbox.path
        let looks = Mutex(0)
        let files = HookedFiles { operation in
            guard operation.call == "readdir", operation.path == inbox else { return }
            switch looks.withLock({
                $0 += 1; return $0
            }) {
            // The watcher has stored the form by now, and no document needs it.
            case 1: try bench.removeArtefacts()
            case 2: try bench.drop("ada.sign", "Ada")
            default: break
            }
        }
        #expect(try await bench.work(files) == FolderWatcher.Summary(done: 2, failed: 0))
        #expect(try bench.files(\.outbox)["ada.signed.txt"] == "SIGN HERE — ADA — 2")
    }

    @Test("the drops of a dead watcher are all adopted, a few at a time")
    func manyOrphans() async throws {
        let bench = try Bench()
        let drops = bench.rule.inbox.path + "/.formwright/drops"
        for number in 1...200 {
            let id = UUID().uuidString
            let folder = "\(drops)/\(id)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let manifest = """
                {"id": "\(id)", "stem": "n\(number)", "original": "n\(number).memo", "nextRecord": 1, "filled": 0,
                "failed": 0, "places": {}}
                """
            for (name, text) in [("lock", ""), ("drop.json", manifest), ("original", "words")] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
        }
        // How many are locked during one scan.
        let locked = Mutex((now: 0, most: 0))
        let files = HookedFiles { operation in
            locked.withLock { locked in
                if operation.call == "readdir", operation.path == drops { locked.now = 0 }
                if operation.call == "flock", operation.path.hasPrefix(drops) { locked.now += 1 }
                locked.most = max(locked.most, locked.now)
            }
        }
        #expect(try await bench.work(files) == FolderWatcher.Summary(done: 200, failed: 0))
        #expect((1...64).contains(locked.withLock { $0.most }))
        #expect(try bench.files(\.archive).count == 200)
        #expect(bench.openDrops().isEmpty)
    }
}
