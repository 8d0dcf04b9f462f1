import FailureModel
import Files
import FormModel
public import Forms
public import Foundation
import Threads

/// Fills one form with many records, each into a file of its own, on all cores.
///
/// ```swift
/// let batch = Batch(form: form, names: try NameTemplate("out/{row:04}-{Last name}.pdf"))
/// let summary = try await batch.run(CSVRows(CSVReader(data: table, name: "people.csv"))) { result, _ in print(result) }
/// ```
///
/// Rows are read as they are needed; as many as there are workers are in memory at a time. A bad row does not stop the
/// others. The same batch run again goes on where it was stopped: rows whose files are there are not done again, rows
/// that failed are tried again. Nothing that the batch has not written itself is ever overwritten.
public struct Batch: Sendable {
    public var form: Form
    /// How the files are named.
    public var names: NameTemplate
    public var composing = ComposeOptions()
    /// How many records are worked on at a time; at most one for each core.
    public var workers = ProcessInfo.processInfo.activeProcessorCount
    /// Whether the first bad row ends the batch.
    public var isStrict = false
    /// Whether columns that fit no field are left out rather than refused. Those that only name files are no matter.
    public var skipsUnknownColumns = false
    /// Whether what an earlier run of this batch has written is removed first.
    public var restarts = false

    /// Receives what became of each row, from any thread, in the order in which rows are done.
    public typealias Handler = @Sendable (BatchResult, BatchProgress) -> Void

    public init(form: Form, names: NameTemplate) {
        self.form = form
        self.names = names
    }

    /// Fills the form with every row.
    ///
    /// Cancelling the task lets the rows at work finish and keeps what is done.
    ///
    /// - Returns: how many rows were filled and how many failed; failures have gone to the handler.
    /// - Throws: `Failure`: `unknown_field` or `ambiguous_field` for a column, `malformed_template`, `batch_changed`
    ///   where the files there come from another form, other options or other rows, `output_unwritable`, `disk_full`;
    ///   the first row's error where the batch is strict; `CancellationError`.
    public func run(_ rows: any ValueRows, handler: @escaping Handler = { _, _ in }) async throws -> BatchSummary {
        let plan = try BatchPlan(keys: rows.keys, names: names, form: form, skipsUnknownColumns: skipsUnknownColumns)
        let identity = try identity()
        let (journal, past) = try await WorkerThreads.shared.run { [names, restarts] in
            let opened = try BatchJournal.open(
                in: names.folder, template: names, identity: identity, restart: restarts)
            do throws(Failure) {
                try opened.journal.takeOver(opened.past)
            } catch {
                opened.journal.release()
                throw error
            }
            return opened
        }
        defer { journal.release() }
        let work = BatchWork(
            rows: rows, names: OutputNames(names, reserved: past.names), plan: plan,
            filler: RecordFiller(form: form, binder: plan.binder, options: composing), journal: journal, past: past,
            isStrict: isStrict, handler: handler)
        return try await work.run(workers: workers)
    }

    /// Writes what became of every row so far, in the order of the rows: one JSON object a line.
    ///
    /// - Throws: `output_unwritable` or `disk_full`.
    public func writeReport(to url: URL) async throws {
        let identity = try identity()
        try await WorkerThreads.shared.run { [names] in
            let (journal, past) = try BatchJournal.open(
                in: names.folder, template: names, identity: identity, restart: false)
            defer { journal.release() }
            // A line whose file never got its name says nothing.
            let entries = past.entries.filter { row, entry in
                entry.file == nil || past.synced.contains(row) || journal.holds(entry, isSynced: false)
            }
            try BatchReport.write(entries, to: url)
        }
    }

    private func identity() throws -> BatchJournal.Identity {
        let settings = try JSONText.encode(form.description) + Data("\(composing)".utf8)
        return BatchJournal.Identity(
            form: form.document.sha256, settings: BatchJournal.digest(settings), template: names.text)
    }
}

/// What is settled before the first row is read.
struct BatchPlan: Sendable {
    /// Knows the columns' fields.
    var binder: Binder
    /// Columns that are for no field.
    var skipped: Set<String> = []

    init(keys: [String]?, names: NameTemplate?, form: Form, skipsUnknownColumns: Bool) throws(Failure) {
        binder = form.binder
        guard let keys else { return }
        let naming = Set(names?.columns ?? [])
        if let missing = naming.subtracting(keys).min() {
            let listed = keys.prefix(12).map(\.quoted).joined(separator: ", ")
            throw Failure(
                .malformedTemplate, "The names are made of {\(missing)}, which is none of the columns: \(listed).")
        }
        var fitting: [String] = []
        for key in keys {
            do throws(Failure) {
                _ = try binder.knowing([key])
                fitting.append(key)
            } catch {
                guard error.code == .unknownField, skipsUnknownColumns || naming.contains(key) else { throw error }
                skipped.insert(key)
            }
        }
        binder = try binder.knowing(fitting)
    }

    /// The values of a row that are for fields.
    func entries(_ entries: [ValueEntry]) -> [ValueEntry] {
        skipped.isEmpty ? entries : entries.filter { !skipped.contains($0.key) }
    }
}
