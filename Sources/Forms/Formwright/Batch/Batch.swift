import FailureModel
import Files
public import FormFilling
public import FormModel
public import Foundation
import Threads

/// Fills one form with many records on all cores.
///
/// ```swift
/// let names = try NameTemplate("out/{row:04}-{Last name}.pdf")
/// let batch = Batch(form: form, destination: .files(names))
/// let rows = try RowsFile(contentsOf: table).rows()
/// let summary = try await batch.run(rows) { result, progress in
///     if case .failed(let failure) = result.outcome { print(result.line, failure.message) }
///     print(progress.summary.rows, "rows done")
/// }
/// ```
///
/// Rows are read as they are needed, so memory does not grow with the table. A bad row does not stop the others.
public struct Batch: Sendable {
    /// The destination of the filled forms.
    public enum Destination: Sendable, Hashable {
        /// One PDF for each record.
        ///
        /// Running the same batch again resumes it: rows with existing files are skipped, and failed rows are retried.
        /// A file that the batch has not written itself is never overwritten.
        case files(NameTemplate)
        /// One PDF with all records in row order, replacing an existing file.
        ///
        /// The records share the form's content; each has an outline entry and its own page labels. Fields become page
        /// content and can no longer be edited. The PDF is written completely or not at all, so a run after an
        /// interruption starts over.
        case merged(URL)
    }

    /// The form to fill.
    public var form: Form
    /// The destination of the filled forms.
    public var destination: Destination
    /// The options for drawing values.
    public var composing: ComposeOptions
    /// The maximum number of records to process concurrently, limited to one per core.
    public var workers: Int
    /// Whether the first bad row ends the batch.
    public var isStrict: Bool
    /// Whether columns that match no field are skipped rather than rejected.
    ///
    /// Columns that only name files are always allowed.
    public var skipsUnknownColumns: Bool
    /// Whether files of an earlier run of this batch are removed first.
    ///
    /// A merged batch always starts over.
    public var restarts: Bool
    /// The report with the outcome of each row; nil for no report.
    ///
    /// It has one JSON object per line in row order, and is written even if the run fails.
    public var report: URL?

    /// Receives the outcome of each row, from any thread, in order of completion.
    public typealias Handler = @Sendable (BatchResult, BatchProgress) -> Void

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - form: the form to fill.
    ///   - destination: the destination of the filled forms.
    ///   - composing: the options for drawing values.
    ///   - workers: the number of records to process concurrently; nil for one per core.
    ///   - isStrict: whether the first bad row ends the batch.
    ///   - skipsUnknownColumns: whether columns that match no field are skipped rather than rejected.
    ///   - restarts: whether files of an earlier run of this batch are removed first.
    ///   - report: the file for the outcome of each row; nil for no report.
    public init(
        form: Form, destination: Destination, composing: ComposeOptions = ComposeOptions(), workers: Int? = nil,
        isStrict: Bool = false, skipsUnknownColumns: Bool = false, restarts: Bool = false, report: URL? = nil
    ) {
        self.form = form
        self.destination = destination
        self.composing = composing
        self.workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
        self.isStrict = isStrict
        self.skipsUnknownColumns = skipsUnknownColumns
        self.restarts = restarts
        self.report = report
    }

    /// Fills the form with every row.
    ///
    /// Cancelling the task lets the rows in progress finish.
    ///
    /// - Parameters:
    ///   - rows: the records.
    ///   - handler: receives the outcome of each row.
    /// - Returns: the number of rows filled and failed; the handler has received the failures.
    /// - Throws: `Failure`: `unknown_field` or `ambiguous_field` for a column, `mapping_needed` for columns whose field is
    ///   a guess (see ``mapping(of:)`` and ``Form/applying(_:)``), `malformed_template`, `batch_changed` if
    ///   existing files come from another form, other options or other rows, `encrypted` for a merged batch,
    ///   `output_unwritable`, `disk_full`; the first row's error if the batch is strict; `CancellationError`.
    @discardableResult
    public func run(_ rows: any ValueRows, handler: @escaping Handler = { _, _ in }) async throws -> BatchSummary {
        switch destination {
        case .files(let names): try await fill(rows, into: names, handler)
        case .merged(let url): try await merge(rows, into: url, handler)
        }
    }

    /// Fills the form with every row without writing anything, to find mistakes in advance.
    ///
    /// - Parameters:
    ///   - rows: the records.
    ///   - assumesNames: whether columns that match no single field are taken as names of files, because those are not
    ///     known yet.
    ///   - handler: receives the outcome of each row; valid rows have no file.
    /// - Returns: the number of rows that can be filled, and of those that cannot.
    /// - Throws: as ``run(_:handler:)``, except for errors of output.
    public func check(
        _ rows: any ValueRows, assumesNames: Bool = false, handler: @escaping Handler = { _, _ in }
    ) async throws -> BatchSummary {
        var names: NameTemplate?
        if case .files(let template) = destination { names = template }
        let plan = try BatchPlan(
            keys: rows.keys, names: names, form: form, skipsUnknownColumns: skipsUnknownColumns,
            assumesNames: assumesNames)
        let outcomes = BatchOutcomes(isStrict: isStrict, handler: handler)
        let notes = try await WorkerThreads.shared.run { [form, composing] in
            let filler = RecordFiller(form: form, binder: plan.binder, options: composing)
            var rows = rows
            while let row = try rows.next() {
                var outcome: BatchResult.Outcome
                do throws(Failure) {
                    outcome = .filled(
                        file: "", warnings: try filler.fill(plan.entries(try row.entries.get())).warnings)
                } catch {
                    outcome = .failed(error)
                }
                try outcomes.deliver(
                    BatchResult(row: row.number, line: row.line, outcome: outcome), bytesRead: rows.bytesRead)
            }
            return rows.notes
        }
        var summary = outcomes.finalSummary
        summary.notes = notes + plan.notes
        summary.unfilledColumns = plan.unfilled
        return summary
    }

    /// Returns the fields of a table's columns, to be confirmed.
    ///
    /// Columns that match no single field have none; those that name the files need none.
    ///
    /// - Parameter rows: the records; where each has its own keys, all are read.
    /// - Returns: the mapping; exact columns are confirmed.
    /// - Throws: an error of reading the table.
    public func mapping(of rows: any ValueRows) async throws -> ColumnMapping {
        var names: NameTemplate?
        if case .files(let template) = destination { names = template }
        let naming = Set(names?.columns ?? [])
        return try await WorkerThreads.shared.run { [form] in
            var mapping = try ColumnMapping(of: rows, by: form.binder, form: form.document.sha256)
            for place in mapping.columns.indices
            where mapping.columns[place].fields.isEmpty && naming.contains(mapping.columns[place].name) {
                mapping.columns[place].isConfirmed = true
            }
            return mapping
        }
    }

    private func fill(
        _ rows: any ValueRows, into names: NameTemplate, _ handler: @escaping Handler
    ) async throws -> BatchSummary {
        let plan = try BatchPlan(keys: rows.keys, names: names, form: form, skipsUnknownColumns: skipsUnknownColumns)
        let identity = try identity(names)
        let (journal, past) = try await WorkerThreads.shared.run { [restarts] in
            let opened = try BatchJournal.open(
                in: names.folder, template: names, identity: identity, restart: restarts)
            do {
                try opened.journal.takeOver(opened.past)
            } catch {
                opened.journal.release()
                throw error
            }
            return opened
        }
        let run = FilesBatchRun(
            rows: rows, names: OutputNames(names, reserved: past.names), plan: plan,
            filler: RecordFiller(form: form, binder: plan.binder, options: composing), journal: journal, past: past,
            outcomes: BatchOutcomes(isStrict: isStrict, handler: handler))
        do {
            var summary = try await run.run(workers: workers)
            summary.unfilledColumns = plan.unfilled
            journal.release()
            try await writeReport(names, identity)
            return summary
        } catch {
            journal.release()
            try? await writeReport(names, identity)
            throw error
        }
    }

    private func merge(
        _ rows: any ValueRows, into url: URL, _ handler: @escaping Handler
    ) async throws -> BatchSummary {
        let plan = try BatchPlan(keys: rows.keys, names: nil, form: form, skipsUnknownColumns: skipsUnknownColumns)
        let run = try await WorkerThreads.shared.run { [form, composing, isStrict, report] in
            MergedBatchRun(
                rows: rows, plan: plan,
                composer: try MergeComposer(form.document, description: form.description, options: composing),
                file: try GrowingFile(at: url), name: url.lastPathComponent, report: report,
                outcomes: BatchOutcomes(isStrict: isStrict, handler: handler))
        }
        return try await run.run(workers: workers)
    }

    private func writeReport(_ names: NameTemplate, _ identity: BatchJournal.Identity) async throws {
        guard let report else { return }
        try await WorkerThreads.shared.run {
            let (journal, past) = try BatchJournal.open(
                in: names.folder, template: names, identity: identity, restart: false)
            defer { journal.release() }
            // An entry counts only if its file was renamed to its final name.
            let entries = past.entries.filter { row, entry in
                entry.file == nil || past.synced.contains(row) || journal.holds(entry, isSynced: false)
            }
            try BatchReport.write(entries, to: report)
        }
    }

    private func identity(_ names: NameTemplate) throws -> BatchJournal.Identity {
        var settings = try JSONText.encode(form.description) + Data("\(composing)".utf8)
        if let profile = form.profile { settings += try JSONText.encode(profile) }
        if let mapping = form.mapping {
            settings += Data(mapping.columns.map { "\($0.name) \($0.fields)" }.description.utf8)
        }
        if let kept = form.document.keptValues { settings += kept }
        return BatchJournal.Identity(
            form: form.document.sha256, settings: BatchJournal.digest(settings), template: names.text)
    }
}
