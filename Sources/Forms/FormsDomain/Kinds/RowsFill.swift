package import Formwright
import LocalStore
package import FailureModel
import Files
package import FormModel
import FormFilling
import FormImport
package import Foundation
package import Pipeline

/// A fill with a table of values.
///
/// Each row gives a filled form, and all of them together a ZIP file. A row with values that cannot be drawn is
/// omitted; `report.json`, which is also in the ZIP file, gives the reason.
package struct RowsFill: Sendable {
    /// Maximum number of rows.
    package static let rowLimit = 5_000
    /// Maximum size of the table in bytes.
    package static let byteLimit = 8 << 20
    /// Maximum number of mistakes to report: more than anybody reads.
    private static let mistakeLimit = 100

    private let table: Data
    private let names: NameTemplate
    private let setup: FillSetup

    /// Creates a fill.
    ///
    /// - Parameters:
    ///   - table: CSV, JSON Lines, a JSON array of objects, or a workbook.
    ///   - names: a template for the names of files in the ZIP file, such as `{Last name}`; nil for row numbers.
    ///   - setup: the profile shared by all rows, the sheet, and whether to skip unknown columns.
    /// - Throws: `input_too_large`, `malformed_template`.
    package init(table: Data, names: String?, setup: FillSetup = FillSetup()) throws(Failure) {
        guard table.count <= Self.byteLimit else {
            throw Failure(.inputTooLarge, "The table is larger than the limit of \(Self.byteLimit >> 20) MB.")
        }
        self.table = table
        self.setup = setup
        self.names = try NameTemplate(names ?? "{row:04}")
        guard !self.names.isConstant, !(names ?? "").contains("/") else {
            throw Failure(
                .malformedTemplate, "The names must differ from row to row, and must not contain slashes.")
        }
    }

    private func tableRows() throws(Failure) -> any ValueRows {
        try RowsFile(data: table, name: "The table", folder: nil).rows(sheet: setup.sheet)
    }

    /// Returns the rows, a binder for them, and the skipped columns.
    ///
    /// The document has the values of an earlier fill.
    private func read(
        _ description: FormDescription, of document: ImportedDocument? = nil
    ) throws(Failure) -> (rows: any ValueRows, binder: Binder, skipped: Set<String>) {
        let rows = try tableRows()
        var binder = try setup.binder(description, of: document).refusingGuesses()
        var mistakes: [Failure] = []
        var skipped: Set<String> = []
        for key in rows.keys ?? [] {
            guard !binder.leavesOut(key) else {
                skipped.insert(key)
                continue
            }
            do throws(Failure) {
                binder = try binder.knowing([key])
            } catch {
                if setup.skipsUnknown == true, [.unknownField, .mappingNeeded].contains(error.code) {
                    skipped.insert(key)
                } else {
                    mistakes.append(error)
                }
            }
        }
        // Once the guesses are confirmed, other mistakes come to light.
        let guessed = mistakes.filter { $0.code == .mappingNeeded }
        if let failure = Failure(all: Array((guessed.isEmpty ? mistakes : guessed).prefix(Self.mistakeLimit))) {
            throw failure
        }
        return (rows, binder, skipped)
    }

    /// Returns the fields that the columns go into, to be confirmed.
    ///
    /// Where each row has its own keys, they are those of all rows.
    ///
    /// - Throws: an error of reading the table.
    package func mapping(_ description: FormDescription) throws(Failure) -> ColumnMapping {
        try ColumnMapping(
            of: try tableRows(), by: try setup.binder(description),
            form: description.document.sha256)
    }

    /// Returns the values of a row to fill in, and its skipped keys.
    private func known(
        _ row: ValueRow, _ binder: Binder, _ skipped: Set<String>
    ) throws(Failure) -> (entries: [ValueEntry], skipped: [String]) {
        let entries = try row.entries.get()
        guard setup.skipsUnknown == true else { return (entries, []) }
        return binder.skippingUnknown(entries.filter { !skipped.contains($0.key) })
    }

    /// Checks all rows against the form.
    ///
    /// - Returns: the number of rows, the skipped keys that match no field, and notes on how the table was read.
    /// - Throws: `Failure` with all mistakes, up to a hundred.
    package func check(
        _ description: FormDescription
    ) throws(Failure) -> (count: Int, skipped: [String], notes: [String]) {
        var (rows, binder, columns) = try read(description)
        var skipped = columns
        var failures: [Failure] = []
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard count <= Self.rowLimit else {
                throw Failure(.inputTooLarge, "The table has more than \(Self.rowLimit) rows.")
            }
            do throws(Failure) {
                let values = try known(row, binder, columns)
                skipped.formUnion(values.skipped)
                _ = try binder.bind(values.entries)
            } catch {
                failures += error.all.map { Self.located($0, row) }
                if failures.count >= Self.mistakeLimit { break }
            }
        }
        if let failure = Failure(all: Array(failures.prefix(Self.mistakeLimit))) { throw failure }
        guard count > 0 else { throw Failure(.malformedValues, "The table has no rows.") }
        return (count, skipped.sorted(), rows.notes + binder.notes(on: rows.keys ?? []))
    }

    /// Adds the row to the message of a failure.
    private static func located(_ failure: Failure, _ row: ValueRow) -> Failure {
        var failure = failure
        failure.message = "Row \(row.number) (line \(row.line)): \(failure.message)"
        return failure
    }

    // MARK: Inputs

    /// The inputs that a fill freezes.
    package var inputs: [PipelineClient.Input] {
        get throws {
            [
                PipelineClient.Input(
                    name: FormKind.ArtefactName.rows,
                    mediaType: RowsFile.isWorkbook(table) ? "application/octet-stream" : "text/plain; charset=utf-8",
                    bytes: table),
                PipelineClient.Input(
                    name: FormKind.ArtefactName.rowNames, mediaType: "text/plain; charset=utf-8",
                    bytes: Data(names.text.utf8)),
            ] + (try setup.inputs)
        }
    }

    /// Reads the table of a fill; nil if it has none.
    init?(_ context: StageContext, _ setup: @autoclosure () throws -> FillSetup) throws {
        guard context.artefact(FormKind.ArtefactName.rows, from: .inputs) != nil else { return nil }
        try self.init(
            table: context.bytes(of: FormKind.ArtefactName.rows, from: .inputs),
            names: String(
                decoding: context.bytes(of: FormKind.ArtefactName.rowNames, from: .inputs), as: UTF8.self),
            setup: setup())
    }

    // MARK: Composing

    /// The outcome of a row.
    private struct Entry: Encodable {
        let row: Int
        let line: Int
        var file: String?
        var code: ErrorCode?
        var message: String?
        var warnings: [String]?
        var skipped: [String]?
    }

    /// Fills the form once for each row.
    ///
    /// - Throws: the first row's failure if no row could be filled.
    func compose(
        _ document: ImportedDocument, _ description: FormDescription, _ options: FormStageOptions,
        _ context: StageContext
    ) throws -> StageOutcome {
        let total = try check(description).count
        var (rows, binder, skipped) = try read(description, of: document)
        let composer = RecordComposer(document, description: description, options: options.compose)
        var outputNames = OutputNames(names)
        var entries: [Entry] = []
        var firstFailure: Failure?
        let upload = try context.artefacts.upload()
        let archive = try TemporaryArchive()
        while let row = try rows.next() {
            try context.checkCancellation()
            var entry = Entry(row: row.number, line: row.line)
            let filled: Result<(pdf: Data, report: FillReport), Failure>
            do throws(Failure) {
                let values = try known(row, binder, skipped)
                if !values.skipped.isEmpty { entry.skipped = values.skipped }
                filled = .success(try composer.compose(try binder.bind(values.entries)))
            } catch {
                filled = .failure(error)
            }
            switch filled {
            case .success(let (pdf, report)):
                let file = outputNames.name(row: row.number, entries: (try? row.entries.get()) ?? [])
                let warnings = RecordFiller.warnings(report)
                entry.file = file
                entry.warnings = warnings.isEmpty ? nil : warnings
                let pages = try options.results.options.pages(pdf, of: document, limits: options.form.limits)
                try archive.add(try pages.data(), named: file)
            case .failure(let failure):
                firstFailure = firstFailure ?? Self.located(failure, row)
                (entry.code, entry.message) = (failure.code, failure.message)
            }
            entries.append(entry)
            context.reportProgress(completed: entries.count, total: total, unit: "row")
        }
        let filled = entries.count { $0.code == nil }
        if filled == 0, let firstFailure { throw firstFailure }
        let report = try JSONText.encode(entries)
        try archive.add(report, named: FormKind.ArtefactName.report)
        try archive.finish { try upload.append($0) }
        let stored = try upload.commit()
        return .done(
            [
                Artefact(
                    name: FormKind.ArtefactName.filledRows, mediaType: "application/zip", content: stored.content,
                    byteCount: stored.byteCount),
                try context.put(report, named: FormKind.ArtefactName.report, mediaType: "application/json"),
            ], facts: [FormKind.rowsFact: "\(context.document.fill) \(filled) \(entries.count - filled)"])
    }
}
