import FailureModel
import Files
import FormModel
public import Forms
public import Foundation
import Synchronization
import Threads

/// Fills one form with many records into one PDF, in the order of the rows, on all cores.
///
/// The records share the form's content, each has its entry in the outline and page labels of its own; fields are
/// drawn, not fields any more. The PDF is there whole or not at all: a run that was stopped begins anew.
public struct MergedBatch: Sendable {
    public var form: Form
    public var composing = ComposeOptions()
    /// How many groups of records are worked on at a time; at most one for each core.
    public var workers = ProcessInfo.processInfo.activeProcessorCount
    /// Whether the first bad row ends the batch, rather than being left out.
    public var isStrict = false
    /// Whether columns that fit no field are left out rather than refused.
    public var skipsUnknownColumns = false
    /// Where to write what became of each row; see `Batch.writeReport(to:)`.
    public var report: URL?

    public init(form: Form) {
        self.form = form
    }

    /// Fills the form with every row and writes the PDF, over what was there under that name.
    ///
    /// - Throws: `Failure`: `unknown_field` or `ambiguous_field` for a column, `encrypted`, `output_unwritable`,
    ///   `disk_full`; the first row's error where the batch is strict; `CancellationError`. The target is as it was then.
    public func run(
        _ rows: any ValueRows, to url: URL, handler: @escaping Batch.Handler = { _, _ in }
    ) async throws -> BatchSummary {
        let plan = try BatchPlan(keys: rows.keys, names: nil, form: form, skipsUnknownColumns: skipsUnknownColumns)
        let threads = WorkerThreads.shared
        let work = try await threads.run { [form, composing, isStrict, report] in
            MergeWork(
                rows: rows, plan: plan,
                composer: try MergeComposer(form.document, description: form.description, options: composing),
                file: try GrowingFile(at: url), name: url.lastPathComponent, isStrict: isStrict,
                keepsEntries: report != nil, handler: handler)
        }
        return try await work.run(workers: min(workers, threads.count), on: threads, report: report)
    }
}

/// One run of a merged batch: workers take groups of rows, draw them, and add them in order.
private final class MergeWork: Sendable {
    private struct Intake {
        var rows: any ValueRows
        var groups = 0
        var isOver = false
    }

    private struct Output {
        var isEmpty = true
        /// Groups that are drawn before those in front of them are.
        var waiting: [Int: Drawn] = [:]
        var next = 0
        var titles: [String] = []
        var entries: [Int: BatchJournal.Entry] = [:]
        var summary = BatchSummary()
        var failure: Failure?
    }

    /// Rows of a group, those that could be bound with what was drawn of them.
    private struct Drawn {
        var rows: [ValueRow]
        /// What is wrong with a row, by its place among `rows`.
        var faults: [Int: Failure]
        var group: MergeComposer.Group
        var bytesRead: Int
    }

    private let intake: Mutex<Intake>
    private let output = Mutex(Output())
    private let plan: BatchPlan
    private let composer: MergeComposer
    private let file: GrowingFile
    private let name: String
    private let isStrict: Bool
    /// For the report; a long table's take much room.
    private let keepsEntries: Bool
    private let handler: Batch.Handler
    private let start = ContinuousClock.now

    /// Rows that are drawn together and share their fonts.
    private static let groupSize = 32
    /// So many groups may be drawn while the first of them is not: its worker goes on, the others wait.
    private static let leadLimit = 64
    private let lead = DispatchSemaphore(value: 0)

    init(
        rows: any ValueRows, plan: BatchPlan, composer: MergeComposer, file: GrowingFile, name: String,
        isStrict: Bool, keepsEntries: Bool, handler: @escaping Batch.Handler
    ) {
        intake = Mutex(Intake(rows: rows))
        self.file = file
        self.plan = plan
        self.composer = composer
        self.name = name
        self.isStrict = isStrict
        self.keepsEntries = keepsEntries
        self.handler = handler
        // One that is created with a value may not be let go with a lower one.
        for _ in 0..<Self.leadLimit { lead.signal() }
    }

    func run(workers: Int, on threads: WorkerThreads, report: URL?) async throws -> BatchSummary {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<max(1, workers) {
                    group.addTask {
                        while (try? await threads.run { self.turn() }) == true {}
                    }
                }
            }
        } onCancel: {
            stop()
        }
        let isCancelled = Task.isCancelled
        return try await threads.run { try self.finish(isCancelled: isCancelled, report: report) }
    }

    private func stop() { intake.withLock { $0.isOver = true } }

    /// Draws one group; false when there is nothing left to do.
    private func turn() -> Bool {
        do throws(Failure) {
            guard let (number, rows, bytesRead) = try take() else { return false }
            try deliver(number, try draw(rows, bytesRead: bytesRead))
            return true
        } catch {
            stop()
            lead.signal()
            output.withLock { if $0.failure == nil { $0.failure = error } }
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

    /// Adds a group, and those that have waited for it.
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
            if keepsEntries { output.entries[row.number] = entry }
            output.summary.count(outcome)
            output.summary.duration = .now - start
            handler(
                BatchResult(row: row.number, line: row.line, outcome: outcome),
                BatchProgress(summary: output.summary, bytesRead: drawn.bytesRead))
            if isStrict, let fault {
                throw Failure(
                    fault.code, "Line \(row.line): \(fault.message)", at: fault.location, underlying: fault.underlying
                )
            }
        }
    }

    private func finish(isCancelled: Bool, report: URL?) throws -> BatchSummary {
        defer { file.discard() }
        return try output.withLock { output in
            if let report { try BatchReport.write(output.entries, to: report) }
            if let failure = output.failure { throw failure }
            if isCancelled { throw CancellationError() }
            guard !output.titles.isEmpty else { return output.summary }
            try file.append(Data(composer.end(titles: output.titles)))
            try file.finish()
            output.summary.duration = .now - start
            return output.summary
        }
    }
}
