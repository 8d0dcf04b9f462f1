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
}
