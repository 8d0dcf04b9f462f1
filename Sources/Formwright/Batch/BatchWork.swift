import FailureModel
import Crypto
import Files
import FormModel
import Forms
import Foundation
import Synchronization
import Threads

/// One run of a batch: workers take rows, fill them and note what became of them.
final class BatchWork: Sendable {
    private struct Intake {
        var rows: any ValueRows
        var names: OutputNames
        var isOver = false
    }

    private struct Outcomes {
        var summary = BatchSummary()
        var bytesRead = 0
        var failure: Failure?
    }

    /// A row that is to be filled.
    private struct Task {
        var row: ValueRow
        var entries: [ValueEntry]
        var values: String
        var file: String
        var bytesRead: Int
    }

    private enum Step {
        case fill(Task)
        case settled(BatchResult, entry: BatchJournal.Entry?, bytesRead: Int)
    }

    private let intake: Mutex<Intake>
    private let outcomes = Mutex(Outcomes())
    private let plan: BatchPlan
    private let filler: RecordFiller
    private let journal: BatchJournal
    private let past: BatchJournal.Past
    private let isStrict: Bool
    private let handler: Batch.Handler
    private let start = ContinuousClock.now

    /// A worker gives its thread back after so long, for others who want to do something.
    private static let turn = Duration.milliseconds(100)

    init(
        rows: any ValueRows, names: OutputNames, plan: BatchPlan, filler: RecordFiller, journal: BatchJournal,
        past: BatchJournal.Past, isStrict: Bool, handler: @escaping Batch.Handler
    ) {
        intake = Mutex(Intake(rows: rows, names: names))
        self.plan = plan
        self.filler = filler
        self.journal = journal
        self.past = past
        self.isStrict = isStrict
        self.handler = handler
    }

    /// Does all rows.
    func run(workers: Int) async throws -> BatchSummary {
        let threads = WorkerThreads.shared
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<max(1, min(workers, threads.count)) {
                    group.addTask {
                        while await self.turn(on: threads) {}
                    }
                }
            }
        } onCancel: {
            stop()
        }
        do {
            try await threads.run { try self.journal.finish() }
        } catch {
            throw outcomes.withLock { $0.failure } ?? error
        }
        let (summary, failure) = outcomes.withLock { ($0.summary, $0.failure) }
        if let failure { throw failure }
        try _Concurrency.Task.checkCancellation()
        return summary
    }

    private func stop() { intake.withLock { $0.isOver = true } }

    private func fail(_ error: Failure) {
        stop()
        outcomes.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Works for a while; false when there is nothing left to do.
    private func turn(on threads: WorkerThreads) async -> Bool {
        let result = try? await threads.run {
            let end = ContinuousClock.now + Self.turn
            repeat {
                do throws(Failure) {
                    guard try self.step() else { return false }
                } catch {
                    self.fail(error)
                    return false
                }
            } while .now < end
            return true
        }
        return result ?? false
    }

    /// Does one row; false when there are no more.
    private func step() throws(Failure) -> Bool {
        guard let step = try take() else { return false }
        switch step {
        case .settled(let result, let entry, let bytesRead):
            if let entry { try journal.failed(entry) }
            try deliver(result, bytesRead: bytesRead)
        case .fill(let task):
            try fill(task)
        }
        return true
    }

    private func fill(_ task: Task) throws(Failure) {
        var entry = BatchJournal.Entry(row: task.row.number, line: task.row.line, values: task.values)
        do throws(Failure) {
            let (pdf, warnings) = try filler.fill(task.entries)
            entry.file = task.file
            entry.size = pdf.count
            entry.sha256 = BatchJournal.digest(pdf)
            entry.warnings = warnings.isEmpty ? nil : warnings
            let end = ContinuousClock.now
            try journal.place(pdf, entry: entry) { error in
                do throws(Failure) {
                    try self.settle(task, warnings: warnings, failure: error, at: end)
                } catch {
                    self.fail(error)
                }
            }
        } catch {
            try settle(task, warnings: [], failure: error, at: .now)
        }
    }

    /// Notes and tells what became of a row.
    private func settle(
        _ task: Task, warnings: [String], failure: Failure?, at end: ContinuousClock.Instant
    ) throws(Failure) {
        var outcome = BatchResult.Outcome.filled(file: task.file, warnings: warnings)
        if let failure {
            // The next row would fare no better.
            if failure.code == .diskFull || failure.code == .outputUnwritable { throw failure }
            try journal.failed(Self.failed(task.row, values: task.values, failure))
            outcome = .failed(failure)
        }
        let result = BatchResult(row: task.row.number, line: task.row.line, outcome: outcome)
        try deliver(result, bytesRead: task.bytesRead, at: end)
    }

    /// - Parameter end: of the row; the disk's share comes later and is not counted.
    private func deliver(
        _ result: BatchResult, bytesRead: Int, at end: ContinuousClock.Instant = .now
    ) throws(Failure) {
        let (summary, bytesRead) = outcomes.withLock { outcomes in
            outcomes.summary.count(result.outcome)
            outcomes.summary.duration = max(outcomes.summary.duration, end - start)
            outcomes.bytesRead = max(outcomes.bytesRead, bytesRead)
            return (outcomes.summary, outcomes.bytesRead)
        }
        handler(result, BatchProgress(summary: summary, bytesRead: bytesRead))
        if isStrict, case .failed(let error) = result.outcome {
            throw Failure(
                error.code, "Line \(result.line): \(error.message)", at: error.location, underlying: error.underlying)
        }
    }

    /// The next row and what is to be done with it: reading and naming go in the order of the rows.
    private func take() throws(Failure) -> Step? {
        let result: Result<Step?, Failure> = intake.withLock { intake in
            do throws(Failure) {
                guard !intake.isOver else { return .success(nil) }
                guard let row = try intake.rows.next() else {
                    intake.isOver = true
                    return .success(nil)
                }
                return .success(try step(for: row, names: &intake.names, bytesRead: intake.rows.bytesRead))
            } catch {
                intake.isOver = true
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func step(for row: ValueRow, names: inout OutputNames, bytesRead: Int) throws(Failure) -> Step {
        let entries: [ValueEntry]
        switch row.entries {
        case .success(let found): entries = found
        case .failure(let error):
            return .settled(
                BatchResult(row: row.number, line: row.line, outcome: .failed(error)),
                entry: Self.failed(row, values: "", error), bytesRead: bytesRead)
        }
        let values = Self.digest(entries)
        if let done = past.entries[row.number], let file = done.file,
            journal.holds(done, isSynced: past.synced.contains(row.number))
        {
            guard done.values == values else {
                throw Failure(
                    .batchChanged,
                    "Line \(row.line) is not what it was when row \(row.number) was filled.")
            }
            _ = names.name(row: row.number, entries: entries, keeping: file)
            return .settled(
                BatchResult(row: row.number, line: row.line, outcome: .filledBefore(file: file)), entry: nil,
                bytesRead: bytesRead)
        }
        let file = names.name(row: row.number, entries: entries)
        return .fill(
            Task(
                row: row, entries: plan.entries(entries), values: values, file: file, bytesRead: bytesRead))
    }

    private static func failed(_ row: ValueRow, values: String, _ error: Failure) -> BatchJournal.Entry {
        BatchJournal.Entry(
            row: row.number, line: row.line, values: values, code: error.code, message: error.message,
            fields: error.fields.isEmpty ? nil : error.fields)
    }

    /// Tells one row's values from another's.
    private static func digest(_ entries: [ValueEntry]) -> String {
        var hash = SHA256()
        for entry in entries {
            let value: Data =
                switch entry.value {
                case .text(let text): Data("t\(text)".utf8)
                case .number(let text): Data("n\(text)".utf8)
                case .flag(let flag): Data("f\(flag)".utf8)
                case .picture(let data): Data("p".utf8) + data
                case .structure: Data("s".utf8)
                case .none: Data()
                }
            hash.update(data: Data("\(entry.key.utf8.count) \(entry.key) \(entry.source) \(value.count) ".utf8))
            hash.update(data: value)
        }
        return Hexadecimal.text(hash.finalize().prefix(16))
    }
}
