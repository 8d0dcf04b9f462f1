import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder

/// What others do to the folders, and the machine, while a watcher is at work.
@Suite("A watched folder in trouble", .timeLimit(.minutes(2))) struct TroubleTests {
    @Test("a delivery whose journal cannot be read for a moment is not made a second time")
    func journalOutOfReach() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        let outbox = bench.rule.outbox.path
        let step = Mutex(0)
        try await bench.work(
            HookedFiles { operation in
                try step.withLock { step in
                    // The result is there under its name; what follows fails once, and so does the look at the journal.
                    if step == 0, operation.call == "lstat", operation.path.hasSuffix("-0.tmp"),
                        FileManager.default.fileExists(atPath: outbox + "/note.count.txt")
                    {
                        step = 1
                        throw FolderFileError(call: "lstat", path: operation.path, number: EIO)
                    }
                    if step == 1, operation.call == "read", operation.path.contains("/delivery-") {
                        step = 2
                        throw FolderFileError(call: "open", path: operation.path, number: EMFILE)
                    }
                }
            })
        #expect(step.withLock { $0 } == 2)
        #expect(try bench.files(\.outbox).keys.sorted() == ["note.count.txt"])
    }

    @Test("a clock that is set back keeps nobody waiting")
    func clockSetBack() async throws {
        let bench = try Bench(settle: .milliseconds(20))
        try bench.drop("note.memo", "pay the rent")
        let inbox = bench.rule.inbox.path
        let looks = Mutex(0)
        let files = HookedFiles { operation in
            if operation.call == "readdir", operation.path == inbox { looks.withLock { $0 += 1 } }
        }
        let clock = Hasty(ahead: { looks.withLock { $0 } < 2 ? .seconds(3600) : .zero })
        #expect(try await bench.work(files, clock: clock) == FolderWatcher.Summary(done: 1, failed: 0))
    }
}
