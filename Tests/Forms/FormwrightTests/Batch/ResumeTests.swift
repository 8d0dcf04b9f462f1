import FailureModel
import FormModel
import FormFilling
import Formwright
import Foundation
import PipelineTestSupport
import TestSupport
import TestTraits
import Testing

@Suite("Resuming a batch", .blocking) struct ResumeTests {
    private let fixture: BatchFixture

    init() async throws { fixture = try await BatchFixture() }

    private let table = "First name,Last name,ZIP\nAda,Lovelace,02139\nGrace,Hopper,1000111\nAlan,Turing,\n"

    private func modified(_ name: String) throws -> Date? {
        try fixture.folder.file("out/" + name).resourceValues(forKeys: [.contentModificationDateKey])
            .contentModificationDate
    }

    private var journal: URL {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.file("out").path)
            return fixture.folder.file("out/" + (try #require(names.first { $0.hasPrefix(".formwright-batch-") })))
        }
    }

    @Test("a batch that is run again fills only the rows that failed, with their current values")
    func again() async throws {
        #expect(try await fixture.batch().run(try fixture.rows(table)).failed == 1)
        let before = try modified("0001-Lovelace.pdf")
        let fixed = table.replacing("1000111", with: "10001")
        let summary = try await fixture.batch().run(try fixture.rows(fixed))
        #expect((summary.filled, summary.filledBefore, summary.failed) == (1, 2, 0))
        #expect(fixture.outputs == ["0001-Lovelace.pdf", "0002-Hopper.pdf", "0003-Turing.pdf"])
        #expect(try modified("0001-Lovelace.pdf") == before)
    }

    @Test("added rows are filled, and do not take existing names")
    func added() async throws {
        _ = try await fixture.batch("{Last name}.pdf").run(try fixture.rows("Last name\nSmith\nSmith\n"))
        let summary = try await fixture.batch("{Last name}.pdf").run(
            try fixture.rows("Last name\nSmith\nSmith\nSmith\n"))
        #expect((summary.filled, summary.filledBefore) == (1, 2))
        #expect(fixture.outputs == ["Smith-2.pdf", "Smith-3.pdf", "Smith.pdf"])
    }

    @Test("a fixed row does not take a later row's name")
    func fixedName() async throws {
        let batch = try fixture.batch("{Last name}.pdf")
        _ = try await batch.run(try fixture.rows("Last name,ZIP\nSmyth,1234567\nSmith,1\n"))
        let summary = try await batch.run(try fixture.rows("Last name,ZIP\nSmith,2\nSmith,1\n"))
        #expect((summary.filled, summary.filledBefore) == (1, 1))
        #expect(fixture.outputs == ["Smith-2.pdf", "Smith.pdf"])
        #expect(try RenderedPages(fixture.output("Smith.pdf")).text(0).contains("1"))
    }

    @Test("a row that has changed since it was filled ends the batch, and the message gives its line")
    func changedRow() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let files = try fixture.contents()
        let error = await #expect(throws: Failure.self) {
            try await fixture.batch().run(try fixture.rows(table.replacing("Lovelace", with: "Byron")))
        }
        #expect(error?.code == .batchChanged)
        #expect(error?.message.contains("Line 2") == true && error?.message.contains("--") == false)
        #expect(try fixture.contents() == files)
    }

    @Test("another form and other options are detected")
    func changedForm() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        var other = try fixture.batch()
        other.composing.mark = .check
        let options = await #expect(throws: Failure.self) { try await other.run(try fixture.rows(table)) }
        #expect(options?.code == .batchChanged)
        other = try fixture.batch()
        other.form = try await Form(data: BatchFixture.formData(caption: "Another"), fileName: "form.pdf")
        let form = await #expect(throws: Failure.self) { try await other.run(try fixture.rows(table)) }
        #expect(form?.code == .batchChanged)
    }

    @Test("restarting replaces the files that the batch has written and no others")
    func restart() async throws {
        var batch = try fixture.batch("{Last name}.pdf")
        _ = try await batch.run(try fixture.rows("Last name\nAdams\nBaker\n"))
        try fixture.folder.write("mine", "out/Clark.pdf")
        try fixture.folder.write("changed by hand", "out/Baker.pdf")
        batch.restarts = true
        let results = Results()
        let summary = try await batch.run(
            try fixture.rows("Last name\nBaker\nClark\nDavis\n"), handler: results.handler)
        #expect(summary.filledBefore == 0)
        #expect(results.failures.map(\.line) == [2, 3])
        #expect(fixture.outputs == ["Baker.pdf", "Clark.pdf", "Davis.pdf"])
        #expect(try fixture.output("Clark.pdf") == Data("mine".utf8))
        #expect(try fixture.output("Baker.pdf") == Data("changed by hand".utf8))
    }

    @Test("a file that was deleted is written again")
    func deleted() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let bytes = try fixture.output("0003-Turing.pdf")
        try FileManager.default.removeItem(at: fixture.folder.file("out/0003-Turing.pdf"))
        let summary = try await fixture.batch().run(try fixture.rows(table))
        #expect((summary.filled, summary.filledBefore) == (1, 1))
        #expect(try fixture.output("0003-Turing.pdf") == bytes)
    }

    @Test("a journal truncated at any point leads to the same files")
    func tornJournal() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let files = try fixture.contents()
        let whole = try Data(contentsOf: try journal)
        let fixed = [0, 1, 5, 25, 60, 90, 99].map { whole.count * $0 / 100 }
        let step = HarnessProgram.isFull ? 1 : whole.count / 8
        for length in fixed + FaultSample.points(0...whole.count - 1, every: step) {
            try whole.prefix(length).write(to: try journal)
            let summary = try await fixture.batch().run(try fixture.rows(table))
            #expect((summary.filled + summary.filledBefore, summary.failed) == (2, 1), "cut off after \(length) bytes")
            #expect(try fixture.contents() == files, "cut off after \(length) bytes")
        }
    }

    @Test("without its journal, a batch recognises its files by their bytes")
    func lostJournal() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let files = try fixture.contents()
        try FileManager.default.removeItem(at: try journal)
        #expect(try await fixture.batch().run(try fixture.rows(table)).failed == 1)
        #expect(try fixture.contents() == files)
    }

    /// Runs `CrashHarness batch`, which stops a child process at some points, or at all with `FORMWRIGHT_CRASH=full`.
    @Test(
        "wherever a batch is stopped, the next run gives the same files as an uninterrupted one",
        arguments: [
            ("power-cut", 1), ("io-error", 1), ("kill-before", 8), ("kill-after", 8), ("torn-write", 8),
            ("disk-full", 8), ("read-only", 8),
        ])
    func stopped(by fault: String, every step: Int) async throws {
        let (status, report) = try await HarnessProgram.run([
            "batch", "--faults", fault, "--every", "\(HarnessProgram.isFull ? 1 : step)",
            "--offset", "\(FaultSample.offset)",
        ])
        #expect(status == 0, "\(report)")
        #expect(report.contains(#""rounds":"#), "\(report)")
    }

    @Test("a row whose file is incomplete and has a temporary name is filled again, and that file is removed")
    func unnamed() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let files = try fixture.contents()
        let journal = try journal
        let part = fixture.folder.file("out/\(journal.deletingPathExtension().lastPathComponent).1.part")
        try FileManager.default.removeItem(at: fixture.folder.file("out/0001-Lovelace.pdf"))
        try Data(count: 9).write(to: part)
        let summary = try await fixture.batch().run(try fixture.rows(table))
        #expect((summary.filled, summary.filledBefore) == (1, 1))
        #expect(try fixture.contents() == files)
        #expect(!FileManager.default.fileExists(atPath: part.path))
    }

    @Test("a file that was changed before its flush was recorded is left alone")
    func changedBehindSync() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let bytes = try fixture.output("0001-Lovelace.pdf")
        let lines = try String(contentsOf: try journal, encoding: .utf8).split(separator: "\n")
            .filter { !$0.contains("synced") }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: try journal)
        try Data(count: bytes.count).write(to: fixture.folder.file("out/0001-Lovelace.pdf"))
        let results = Results()
        _ = try await fixture.batch().run(try fixture.rows(table), handler: results.handler)
        // A power failure cannot leave such a file, since files are flushed to disk before they get their final names.
        #expect(results.failures.contains { $0.code == .outputExists && $0.line == 2 })
        #expect(try fixture.output("0001-Lovelace.pdf") == Data(count: bytes.count))
    }

    @Test("a journal that cannot be read ends the batch and is left unchanged")
    func unreadableJournal() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let journal = try journal
        try FileManager.default.removeItem(at: journal)
        // This file can be opened for reading and writing, but its first bytes cannot be read.
        try FileManager.default.createSymbolicLink(atPath: journal.path, withDestinationPath: "/proc/self/mem")
        let error = await #expect(throws: Failure.self) { try await fixture.batch().run(try fixture.rows(table)) }
        #expect(error?.code == .inputUnreadable)
        #expect(error?.message.contains(journal.lastPathComponent) == true)
    }

    @Test("a row counts as filled only when its file exists")
    func toldWhenThere() async throws {
        let results = Results()
        let folder = fixture.folder.file("out")
        _ = try await fixture.batch("{row}.pdf").run(ManyRows(limit: 30)) { result, progress in
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(result.row).pdf").path) {
                results.handler(result, progress)
            }
        }
        #expect(results.all.map(\.row) == Array(1...30))
    }

    @Test("two batches with the same names cannot run at the same time")
    func exclusive() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let other = try FileHandle(forUpdating: try journal)
        #expect(flock(other.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let error = await #expect(throws: Failure.self) { try await fixture.batch().run(try fixture.rows(table)) }
        #expect(error?.code == .outputUnwritable)
    }

    @Test("a cancelled batch keeps its files and can be resumed")
    func cancelled() async throws {
        let batch = try fixture.batch("{Last name}.pdf")
        let canceller = Canceller()
        let task = Task {
            try await batch.run(ManyRows(limit: .max)) { result, _ in if result.row == 20 { canceller.cancel() } }
        }
        canceller.set(task)
        await #expect(throws: CancellationError.self) { try await task.value }
        let done = fixture.outputs.count
        #expect(done >= 20)
        let summary = try await batch.run(ManyRows(limit: done + 10))
        #expect((summary.filledBefore, summary.filled) == (done, 10))
    }
}

/// As many rows as requested, up to a limit.
private struct ManyRows: ValueRows {
    var limit: Int
    private var number = 0
    let keys: [String]? = ["First name", "Last name"]
    let bytesRead = 0

    init(limit: Int) { self.limit = limit }

    mutating func next() throws(Failure) -> ValueRow? {
        guard number < limit else { return nil }
        number += 1
        let entries = [
            ValueEntry(key: "First name", value: "A"), ValueEntry(key: "Last name", value: .text("B\(number)")),
        ]
        return ValueRow(number: number, line: number + 1, entries: .success(entries))
    }
}

/// Cancels a task, even if cancellation is requested before the task is set.
private final class Canceller: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func cancel() { stream.continuation.yield() }

    func set(_ task: Task<BatchSummary, any Error>) {
        Task { [stream] in
            for await _ in stream.stream { task.cancel() }
        }
    }
}
