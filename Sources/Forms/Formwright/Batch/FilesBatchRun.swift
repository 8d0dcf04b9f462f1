import FailureModel
import LibCrypto
import Files
import FormModel
import FormFilling
import Foundation
import Synchronization
import Threads

/// One run of a batch that writes a file for each record.
///
/// Workers take rows, fill them and record the outcome.
final class FilesBatchRun: Sendable {
    private struct Intake {
        var rows: any ValueRows
        var names: OutputNames
        var isOver = false
    }

    /// A row to fill.
    private struct PendingRow {
        var row: ValueRow
        var entries: [ValueEntry]
        var values: String
        var file: String
        var bytesRead: Int
    }

    private enum Step {
        case fill(PendingRow)
        case settled(BatchResult, entry: BatchJournal.Entry?, bytesRead: Int)
    }

    private let intake: Mutex<Intake>
    private let outcomes: BatchOutcomes
    private let plan: BatchPlan
    private let filler: RecordFiller
    private let journal: BatchJournal
    private let past: BatchJournal.Past

    /// The time a worker uses its thread before other work gets a turn.
    private static let turn = Duration.milliseconds(100)

    init(
        rows: any ValueRows, names: OutputNames, plan: BatchPlan, filler: RecordFiller, journal: BatchJournal,
        past: BatchJournal.Past, outcomes: BatchOutcomes
    ) {
        intake = Mutex(Intake(rows: rows, names: names))
        self.plan = plan
        self.filler = filler
        self.journal = journal
        self.past = past
        self.outcomes = outcomes
    }

    /// Fills all rows.
    func run(workers: Int) async throws -> BatchSummary {
        let threads = WorkerThreads.shared
        await threads.takeTurns(workers: workers) {
            self.takeTurn()
        } onCancel: {
            self.stop()
        }
        do {
            try await threads.run { try self.journal.finish() }
        } catch {
            throw outcomes.failure ?? error
        }
        if let failure = outcomes.failure { throw failure }
        try Task.checkCancellation()
        var summary = outcomes.summary
        summary.notes = intake.withLock { $0.rows.notes } + plan.notes
        return summary
    }

    private func stop() { intake.withLock { $0.isOver = true } }

    private func fail(_ error: Failure) {
        stop()
        outcomes.fail(error)
    }

    /// Fills rows for one turn; returns false when no rows remain.
    private func takeTurn() -> Bool {
        let end = ContinuousClock.now + Self.turn
        repeat {
            do throws(Failure) {
                guard try step() else { return false }
            } catch {
                fail(error)
                return false
            }
        } while .now < end
        return true
    }

    /// Handles one row; returns false when no rows remain.
    private func step() throws(Failure) -> Bool {
        guard let step = try take() else { return false }
        switch step {
        case .settled(let result, let entry, let bytesRead):
            if let entry { try journal.failed(entry) }
            try outcomes.deliver(result, bytesRead: bytesRead)
        case .fill(let row):
            try fill(row)
        }
        return true
    }

    private func fill(_ pending: PendingRow) throws(Failure) {
        var entry = BatchJournal.Entry(row: pending.row.number, line: pending.row.line, values: pending.values)
        do throws(Failure) {
            let (pdf, warnings) = try filler.fill(pending.entries)
            entry.file = pending.file
            entry.size = pdf.count
            entry.sha256 = BatchJournal.digest(pdf)
            entry.warnings = warnings.isEmpty ? nil : warnings
            let end = ContinuousClock.now
            try journal.place(pdf, entry: entry) { error in
                do throws(Failure) {
                    try self.settle(pending, warnings: warnings, failure: error, at: end)
                } catch {
                    self.fail(error)
                }
            }
        } catch {
            try settle(pending, warnings: [], failure: error, at: .now)
        }
    }

    /// Records and reports the outcome of a row.
    private func settle(
        _ pending: PendingRow, warnings: [String], failure: Failure?, at end: ContinuousClock.Instant
    ) throws(Failure) {
        var outcome = BatchResult.Outcome.filled(file: pending.file, warnings: warnings)
        if let failure {
            // The next row would fail in the same way.
            if failure.code == .diskFull || failure.code == .outputUnwritable { throw failure }
            try journal.failed(Self.failed(pending.row, values: pending.values, failure))
            outcome = .failed(failure)
        }
        let result = BatchResult(row: pending.row.number, line: pending.row.line, outcome: outcome)
        try outcomes.deliver(result, bytesRead: pending.bytesRead, at: end)
    }

    /// Returns the next row and the action for it; nil when no rows remain.
    ///
    /// Rows are read and named in order.
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
                    "Line \(row.line) has changed since row \(row.number) was filled.")
            }
            _ = names.name(row: row.number, entries: entries, keeping: file)
            return .settled(
                BatchResult(row: row.number, line: row.line, outcome: .filledBefore(file: file)), entry: nil,
                bytesRead: bytesRead)
        }
        let file = names.name(row: row.number, entries: entries)
        return .fill(
            PendingRow(
                row: row, entries: plan.entries(entries), values: values, file: file, bytesRead: bytesRead))
    }

    private static func failed(_ row: ValueRow, values: String, _ error: Failure) -> BatchJournal.Entry {
        BatchJournal.Entry(
            row: row.number, line: row.line, values: values, code: error.code, message: error.message,
            fields: error.fields.isEmpty ? nil : error.fields)
    }

    /// Returns a digest that identifies the values of a row.
    private static func digest(_ entries: [ValueEntry]) -> String {
        var hash = SHA256()
        for entry in entries {
            let value: Data =
                switch entry.value {
                case .text(let text): Data("t\(text)".utf8)
                case .number(let text): Data("n\(text)".utf8)
                case .shown(let text, let plain): Data("c\(text.utf8.count) \(text) \(plain)".utf8)
                case .flag(let flag): Data("f\(flag)".utf8)
                case .picture(let data): Data("p".utf8) + data
                case .formatted(let text):
                    Data("r\(text.stretches.map { "\($0.start)-\($0.end)-\($0.emphasis.rawValue)" }) \(text.text)".utf8)
                case .several(let texts): Data("l\(texts.map { "\($0.utf8.count) \($0)" })".utf8)
                case .structure: Data("s".utf8)
                case .none: Data()
                }
            hash.update(data: Data("\(entry.key.utf8.count) \(entry.key) \(entry.source) \(value.count) ".utf8))
            hash.update(data: value)
        }
        return Hexadecimal.text(hash.finalize().prefix(16))
    }
}
