import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("A watched folder of rows", .timeLimit(.minutes(HarnessProgram.isFull ? 240 : 30))) struct ReceiverTests {
    private func bench() throws -> (Bench, Scrapbook) {
        let bench = try Bench(rowSettle: .milliseconds(50))
        return (bench, Scrapbook(bench.client))
    }

    @Test("files of one stem become one row, whose result is replaced when more come")
    func growth() async throws {
        let (bench, book) = try bench()
        try bench.drop("sea.memo", "salt")
        try bench.drop("sea.more.memo", "wind")
        try bench.drop("sea.caption", "far away")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(done: 3))
        #expect(book.pages == [Scrapbook.Page(memo: "salt", more: "wind", caption: "far away", isMade: true)])
        #expect(try bench.files(\.outbox) == ["sea.page.txt": "4"])
        try bench.drop("sea.caption", "far away and blue")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.outbox) == ["sea.page.txt": "6"])
        #expect(try bench.files(\.archive).count == 4 && bench.openDrops().isEmpty)
        let documents = try await bench.client.store.documents(DocumentQuery(in: .all, limit: 10))
        #expect(documents.map(\.fileName) == ["page", "page"])
    }

    @Test("what belongs to a row waits for its original, in the inbox")
    func waiting() async throws {
        let (bench, book) = try bench()
        try bench.drop("sea.caption", "far away")
        try bench.drop("sea.more.memo", "wind")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary())
        #expect(try bench.files(\.inbox).count == 2 && book.pages.isEmpty)
        try bench.drop("sea.memo", "salt")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(done: 3))
        #expect(try bench.files(\.outbox) == ["sea.page.txt": "4"])
    }

    @Test("a file that cannot be read or does not fit fails alone, and leaves nothing in the store")
    func failures() async throws {
        let (bench, book) = try bench()
        try bench.drop("sea.memo", "salt")
        try bench.drop("sea.caption", "?")
        try bench.drop("sea.more.memo", "unwanted")
        try bench.drop("hill.memo", "")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(done: 1, failed: 3))
        #expect(try bench.files(\.outbox) == ["sea.page.txt": "1"])
        let failed = try bench.files(\.failed)
        for code in ["illegible", "unwanted", "input_empty"] {
            #expect(failed.values.contains { $0.contains("\"\(code)\"") }, "\(code)")
        }
        #expect(failed.keys.filter { !$0.hasSuffix("error.json") }.count == 3)
        #expect(try await bench.client.store.documents(DocumentQuery(in: .all, limit: 10)).count == 1)
    }

    @Test("a row that cannot be made yet is reported, keeps its files, and is made when another file completes it")
    func incomplete() async throws {
        let (bench, book) = try bench()
        try bench.drop("sea.memo", "incomplete")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(failed: 1))
        #expect(try bench.files(\.failed).keys.sorted() == ["sea.error.json"])
        #expect(try bench.files(\.archive).keys.sorted() == ["sea.memo"])
        try bench.drop("sea.caption", "now")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.outbox) == ["sea.page.txt": "2"])
    }

    @Test("an order has all that was dropped before it")
    func order() async throws {
        let (bench, book) = try bench()
        try bench.drop("all.print", "")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(failed: 1))
        #expect(try bench.files(\.failed).keys.sorted() == ["all.error.json", "all.print"])
        for name in ["sea", "hill", "lake"] {
            try bench.drop("\(name).memo", name)
            try bench.drop("\(name).caption", "seen")
        }
        try bench.drop("all.print", "")
        #expect(try await bench.work(by: book) == FolderWatcher.Summary(done: 7))
        #expect(try bench.files(\.outbox)["all.print.txt"] == "3")
    }

    @Test("an order waits for files whose original is briefly unreadable", arguments: 1...3)
    func originalOutOfReach(failures: Int) async throws {
        let (bench, book) = try bench()
        try bench.drop("sea.memo", "salt")
        try bench.drop("sea.caption", "far away")
        try bench.drop("all.print", "")
        let left = Mutex(failures)
        let summary = try await bench.work(
            HookedFiles { operation in
                guard operation.call == "read", operation.path.contains("/originals/") else { return }
                try left.withLock { left in
                    guard left > 0, FileManager.default.fileExists(atPath: operation.path) else { return }
                    left -= 1
                    throw SystemCallError(call: "read", path: operation.path, number: EIO)
                }
            }, by: book)
        #expect(left.withLock { $0 } == 0)
        #expect(summary == FolderWatcher.Summary(done: 3))
        #expect(try bench.files(\.outbox) == ["sea.page.txt": "3", "all.print.txt": "1"])
    }

    @Test(
        "wherever a fault happens, every file is in one place and every result exists once",
        arguments: FaultTests.Fault.allCases)
    func faults(fault: FaultTests.Fault) async throws {
        func start() throws -> (Bench, Scrapbook) {
            let (bench, book) = try bench()
            try bench.drop("sea.memo", "salt")
            try bench.drop("sea.caption", "far away")
            try bench.drop("sea.more.memo", "unwanted")
            try bench.drop("all.print", "")
            return (bench, book)
        }
        func check(_ bench: Bench, _ book: Scrapbook, _ what: String) async throws {
            #expect(try bench.files(\.inbox).isEmpty && bench.openDrops().isEmpty, "\(what)")
            #expect(try bench.files(\.outbox) == ["sea.page.txt": "3", "all.print.txt": "1"], "\(what)")
            #expect(try bench.files(\.archive).keys.sorted() == ["all.print", "sea.caption", "sea.memo"], "\(what)")
            #expect(try bench.files(\.failed).keys.sorted() == ["sea.error.json", "sea.more.memo"], "\(what)")
            #expect(book.pages == [Scrapbook.Page(memo: "salt", caption: "far away", isMade: true)], "\(what)")
            let documents = try await bench.client.store.documents(DocumentQuery(in: .all, limit: 10))
            #expect(documents.map(\.fileName).sorted() == ["made", "page"], "\(what)")
        }
        let calm = FaultPoint()
        let (untouched, book) = try start()
        try await untouched.work(calm.files, by: book)
        try await check(untouched, book, "no fault")
        #expect(calm.count > 80)
        for number in FaultSample.points(0...calm.count + 9, every: HarnessProgram.isFull ? 1 : 17) {
            let (bench, book) = try start()
            let point = FaultPoint(fault, at: number)
            let work = Task { try await bench.work(point.files, by: book) }
            point.onDeath { work.cancel() }
            _ = try? await work.value
            try await bench.work(by: book)
            try await check(bench, book, "\(fault) at operation \(number)")
        }
    }
}
