import FailureModel
import Files
import FormModel
import FormFilling
import Foundation
import Synchronization
import Threads

/// One run of a batch that writes all records into one PDF.
///
/// Workers take groups of rows, draw them, and append them in order.
final class MergedBatchRun: Sendable {
    private struct Intake {
        var rows: any ValueRows
        var groups = 0
        var isOver = false
    }

    private struct Output {
        var isEmpty = true
        /// Groups drawn before an earlier group.
        var waiting: [Int: Drawn] = [:]
        var next = 0
        var titles: [String] = []
        var entries: [Int: BatchJournal.Entry] = [:]
    }

    /// The rows of a group, and the drawings of the valid ones.
    private struct Drawn {
        var rows: [ValueRow]
        /// The failures of rows, keyed by their indices in `rows`.
        var faults: [Int: Failure]
        var group: MergeComposer.Group
        var bytesRead: Int
    }

    private let intake: Mutex<Intake>
    private let output = Mutex(Output())
    private let outcomes: BatchOutcomes
    private let plan: BatchPlan
    private let composer: MergeComposer
    private let file: GrowingFile
    private let name: String
    /// The file for the outcome of each row; nil for no report.
    ///
    /// The entries of a long table take memory, so they are kept only for a report.
    private let report: URL?

    /// Number of rows that are drawn together and share their fonts.
    private static let groupSize = 32
    /// Maximum number of groups drawn ahead of the first unfinished one.
    ///
    /// Beyond it, other workers wait.
    private static let leadLimit = 64
    private let lead = DispatchSemaphore(value: 0)

    init(
        rows: any ValueRows, plan: BatchPlan, composer: MergeComposer, file: GrowingFile, name: String,
        report: URL?, outcomes: BatchOutcomes
    ) {
        intake = Mutex(Intake(rows: rows))
        self.file = file
        self.plan = plan
        self.composer = composer
        self.name = name
        self.report = report
        self.outcomes = outcomes
        // Dispatch crashes if a semaphore is deallocated with a value lower than its initial one.
        for _ in 0..<Self.leadLimit { lead.signal() }
    }

    /// Fills all rows and renames the file to its final name.
    func run(workers: Int) async throws -> BatchSummary {
        let threads = WorkerThreads.shared
        await threads.takeTurns(workers: workers) {
            self.takeTurn()
        } onCancel: {
            self.stop()
        }
        let isCancelled = Task.isCancelled
        var summary = try await threads.run { try self.finish(isCancelled: isCancelled) }
        summary.notes = intake.withLock { $0.rows.notes } + plan.notes
        return summary
    }

    private func stop() { intake.withLock { $0.isOver = true } }

    /// Draws one group; returns false when no rows remain.
    private func takeTurn() -> Bool {
        do throws(Failure) {
            guard let (number, rows, bytesRead) = try take() else { return false }
            try deliver(number, try draw(rows, bytesRead: bytesRead))
            return true
        } catch {
            stop()
            lead.signal()
            outcomes.fail(error)
            return false
        }
    }

    private func take() throws(Failure) -> (number: Int, rows: [ValueRow], bytesRead: Int)? {
        lead.wait()
        let result: Result<(Int, [ValueRow], Int)?, Failure> = intake.withLock { intake in
            guard !intake.isOver else { return .success(nil) }
            var rows: [ValueRow] = []
            do throws(Failure) {
                while rows.count < Self.groupSize, let row = try intake.rows.next() { rows.append(row) }
            } catch {
                intake.isOver = true
                return .failure(error)
            }
            guard !rows.isEmpty else {
                intake.isOver = true
                return .success(nil)
            }
            intake.groups += 1
            return .success((intake.groups - 1, rows, intake.rows.bytesRead))
        }
        let taken = try result.get()
        if taken == nil { lead.signal() }
        return taken
    }

    private func draw(_ rows: [ValueRow], bytesRead: Int) throws(Failure) -> Drawn {
        var faults: [Int: Failure] = [:]
        var bound: [(place: Int, values: [BoundValue])] = []
        for (place, row) in rows.enumerated() {
            do throws(Failure) {
                bound.append((place, try plan.binder.bind(plan.entries(try row.entries.get()))))
            } catch {
                faults[place] = error
            }
        }
        let group = try composer.draw(bound.map(\.values))
        for (record, report) in zip(bound, group.reports) {
            if case .failure(let error) = report { faults[record.place] = error }
        }
        return Drawn(rows: rows, faults: faults, group: group, bytesRead: bytesRead)
    }

    /// Appends a group, and later groups that were waiting for it.
    private func deliver(_ number: Int, _ drawn: Drawn) throws(Failure) {
        let result: Result<Void, Failure> = output.withLock { output in
            output.waiting[number] = drawn
            do throws(Failure) {
                while let drawn = output.waiting.removeValue(forKey: output.next) {
                    output.next += 1
                    lead.signal()
                    if output.isEmpty { try file.append(composer.start) }
                    output.isEmpty = false
                    try file.append(Data(try composer.append(drawn.group)))
                    try note(drawn, &output)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func note(_ drawn: Drawn, _ output: inout Output) throws(Failure) {
        var reports = drawn.group.reports.makeIterator()
        for (place, row) in drawn.rows.enumerated() {
            let fault = drawn.faults[place]
            var entry = BatchJournal.Entry(row: row.number, line: row.line, values: "")
            let outcome: BatchResult.Outcome
            if let fault {
                entry.code = fault.code
                entry.message = fault.message
                entry.fields = fault.fields.isEmpty ? nil : fault.fields
                outcome = .failed(fault)
            } else {
                var warnings: [String] = []
                while let report = reports.next() {
                    guard case .success(let report) = report else { continue }
                    warnings = RecordFiller.warnings(report)
                    break
                }
                entry.file = name
                entry.warnings = warnings.isEmpty ? nil : warnings
                output.titles.append("\(row.number)")
                outcome = .filled(file: name, warnings: warnings)
            }
            if report != nil { output.entries[row.number] = entry }
            try outcomes.deliver(
                BatchResult(row: row.number, line: row.line, outcome: outcome), bytesRead: drawn.bytesRead)
        }
    }

    private func finish(isCancelled: Bool) throws -> BatchSummary {
        defer { file.discard() }
        return try output.withLock { output in
            if let report { try BatchReport.write(output.entries, to: report) }
            if let failure = outcomes.failure { throw failure }
            if isCancelled { throw CancellationError() }
            guard !output.titles.isEmpty else { return outcomes.summary }
            try file.append(Data(composer.end(titles: output.titles)))
            try file.finish()
            return outcomes.finalSummary
        }
    }
}
