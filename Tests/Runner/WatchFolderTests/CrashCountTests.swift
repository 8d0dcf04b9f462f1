import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

/// Drops that end the process that reads them.
@Suite("Drops that crash the processes that read them", .timeLimit(.minutes(30))) struct CrashCountTests {
    /// Memos of which reading certain inputs has a side effect.
    private struct Dangerous: Kind {
        private let memos = MemoKind()
        /// Called with the text of inputs before they are read.
        let reading: @Sendable (String) throws -> Void

        var name: KindName { memos.name }
        var analysed: [Deliverable] { memos.analysed }
        var filled: [Deliverable] { memos.filled }
        func role(of fileName: String) -> FileRole { memos.role(of: fileName) }
        func content(reading settings: SettingsNode?) -> ContentKind { memos.content(reading: settings) }
        func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
            try memos.mediaType(ofHead: head, byteCount: byteCount, fileName: fileName)
        }
        func records(in bytes: Data, fileName: String) throws -> any InputRecords {
            try reading(String(decoding: bytes, as: UTF8.self))
            return try memos.records(in: bytes, fileName: fileName)
        }
    }

    /// Simulates a process that reads drops and dies at a deadly one: its task is cancelled, and none of its operations
    /// succeeds after that.
    private func live(_ bench: Bench) async throws -> (isDead: Bool, FolderWatcher.Summary?) {
        let isDead = Mutex(false)
        let task = Mutex<Task<FolderWatcher.Summary, any Error>?>(nil)
        let files = HookedFiles { operation in
            guard isDead.withLock({ $0 }) else { return }
            throw SystemCallError(call: operation.call, path: operation.path, number: ESHUTDOWN)
        }
        let kind = Dangerous { text in
            guard text == "poison" else { return }
            isDead.withLock { $0 = true }
            task.withLock { $0?.cancel() }
            throw SystemCallError(call: "read", path: "", number: ESHUTDOWN)
        }
        // Locked while the task is created, so that a death finds it.
        let work = task.withLock { task in
            let work = Task { try await bench.work(files, by: FileHandler(kind)) }
            task = work
            return work
        }
        let summary = try? await work.value
        return (isDead.withLock { $0 }, summary)
    }

    @Test("a drop that killed three readers is failed, and those beside it are not")
    func poison() async throws {
        let bench = try Bench()
        for number in 1...20 {
            try bench.drop("n\(number).memo", "pay the rent")
            try bench.drop("n\(number).sign", "Ada")
        }
        try bench.drop("n0.memo", "pay the rent")
        try bench.drop("n0.sign", "poison")
        for death in 1...3 { #expect(try await live(bench).isDead, "\(death)") }
        let (isDead, summary) = try await live(bench)
        #expect(!isDead && summary?.failed == 1)
        #expect(try bench.files(\.outbox).keys.sorted() == (1...20).map { "n\($0).signed.txt" }.sorted())
        let failed = try bench.files(\.failed)
        #expect(failed.keys.sorted() == ["n0.error.json", "n0.memo", "n0.sign"])
        #expect(failed["n0.error.json"]?.contains("\"code\" : \"drop_fatal\"") == true)
        #expect(bench.openDrops().isEmpty)
    }

    @Test("a watcher that is repeatedly stopped while reading fails nothing")
    func orderlyStops() async throws {
        let bench = try Bench()
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.sign", "Ada")
        for _ in 1...5 {
            let isReading = DispatchSemaphore(value: 0)
            let mayGoOn = DispatchSemaphore(value: 0)
            let kind = Dangerous { _ in
                isReading.signal()
                mayGoOn.wait()
            }
            let work = Task { try await bench.work(by: FileHandler(kind)) }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    isReading.wait()
                    continuation.resume()
                }
            }
            work.cancel()
            mayGoOn.signal()
            _ = try? await work.value
        }
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
    }

    @Test("drops that were being read when a process died are read one at a time")
    func suspectsAlone() async throws {
        let bench = try Bench()
        for number in 1...4 {
            let id = UUID().uuidString
            let folder = "\(bench.rule.inbox.path)/.formwright/drops/\(id)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let manifest = """
                {"id": "\(id)", "stem": "n\(number)", "original": "n\(number).memo", "inputs": "n\(number).sign",
                "nextRecord": 1, "filled": 0, "failed": 0, "places": {}}
                """
            let files = [("lock", "\0"), ("drop.json", manifest), ("original", "pay the rent"), ("inputs", "Ada")]
            for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        }
        let reading = Mutex((now: 0, most: 0))
        let kind = Dangerous { _ in
            reading.withLock { reading in
                reading.now += 1
                reading.most = max(reading.most, reading.now)
            }
            Thread.sleep(forTimeInterval: 0.02)
            reading.withLock { $0.now -= 1 }
        }
        #expect(try await bench.work(by: FileHandler(kind)) == FolderWatcher.Summary(done: 4))
        #expect(reading.withLock { $0.most } == 1)
    }
}
