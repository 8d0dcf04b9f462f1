import FormwrightCLI
import FailureModel
import ArgumentParser
import Files
import FormFilling
import FormModel
import Formwright
import FormImport
import Foundation
import Linux

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Fill one form with many records.",
        discussion: """
            The records are the rows of a CSV file or spreadsheet (.xlsx) whose header names fields, or the lines of a \
            JSON Lines file. An empty cell leaves its field unchanged. A bad row is reported with its line number and does \
            not stop the others; failed.csv has all of them, to be corrected and given to --rows.

            A heading names its field exactly if it is the field's name, id, number or label, or the beginning of one \
            label. Any other match is a guess: nothing is written before it is confirmed in a mapping, which --write-map \
            prepares and --map uses.

            In the name given to --output, {row} is the record's number, {row:04} the same with at least four digits, and \
            {Column} the record's value in that column. Duplicate names are numbered; files that the batch has not \
            written are never overwritten. Running the same command again resumes where it stopped and retries the rows \
            that failed.

            EXAMPLES
              formwright batch form.pdf --rows people.csv -o 'out/{row:04}-{Last name}.pdf'
              formwright batch form.pdf --rows people.csv --check
              formwright batch form.pdf --rows people.csv --check --write-map people.map.yaml
              formwright batch form.pdf --rows people.csv --map people.map.yaml -o 'out/{row}.pdf'
              formwright batch form.pdf --rows people.xlsx --sheet 2026 -o out/
              formwright batch form.pdf --rows people.csv -o out/ --report report.jsonl
              formwright batch form.pdf --rows people.csv --merge all.pdf
              psql --csv -c 'select * from people' | formwright batch form.pdf --rows - -o out/
            """)

    @Argument(help: "The form: a PDF, JPEG, PNG or TIFF file, or - for standard input.")
    var form: String

    @Option(help: "The records: a CSV, .xlsx or JSON Lines file, or - for standard input.")
    var rows: String

    @Option(help: "The sheet of a spreadsheet, by name or number. Defaults to that of --map, or else the first.")
    var sheet: String?

    @Option(name: [.short, .long], help: "Name template for the filled PDFs, or a folder that ends in /.")
    var output: String?

    @Option(help: "Write all records to this single PDF, replacing an existing file.")
    var merge: String?

    @Flag(help: "Stop at the first bad row.")
    var strict = false

    @Option(help: "File of the confirmed mapping of columns to fields.")
    var map: String?

    @Option(
        help: """
            With --check, write the mapping of columns to fields to this file. Ends with status 209 while columns are to \
            be confirmed.
            """)
    var writeMap: String?

    @Flag(help: "Ignore columns, and keys of JSON Lines, that match no field or only by a guess.")
    var skipUnknown = false

    @Flag(help: "Check every row and report errors; nothing is written.")
    var check = false

    @Flag(help: "Remove the files that an earlier run of this batch wrote, and start over.")
    var restart = false

    @Option(help: "Maximum number of records to fill at a time. Defaults to the number of cores.")
    var jobs: Int?

    @Option(help: "Write the outcome of each row to this file, as JSON Lines.")
    var report: String?

    @Option(help: "Write failed rows to this CSV file. Defaults to failed.csv beside the outputs.")
    var failed: String?

    @Option(help: "Read the fields from this file, the output of inspect --json; the form is not analysed.")
    var fields: String?

    @Flag(help: "Empty a form that was filled before, instead of keeping its values in every record.")
    var fresh = false

    @Flag(help: "Analyse the form without reading or updating the cache of known forms.")
    var noCache = false

    @OptionGroup var person: ProfileArguments
    @OptionGroup var composing: ComposeArguments
    @OptionGroup var arguments: FormArguments
    @OptionGroup var templates: TemplateArguments

    func validate() throws {
        guard check ? output == nil || merge == nil : (output == nil) != (merge == nil) else {
            throw ValidationError("Give either --output or --merge, or --check.")
        }
        if check, restart || report != nil || failed != nil {
            throw ValidationError("--check writes nothing, so --restart, --report and --failed do not apply.")
        }
        if writeMap != nil, !check { throw ValidationError("--write-map goes with --check, which writes no forms.") }
        if writeMap != nil, rows == "-" {
            throw ValidationError("--write-map reads the table twice; give --rows a file.")
        }
        if merge != nil, restart { throw ValidationError("--merge always starts over, so --restart does not apply.") }
        if merge != nil, composing.keepEditable || composing.incremental {
            throw ValidationError(
                "--merge writes pages without fields, so --keep-editable and --incremental do not apply.")
        }
        try NamedFile.checkStandardInput([form, rows, person.profile, arguments.passwordFile])
        if output?.isEmpty == true { throw ValidationError("--output must be a name template or a folder.") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    }

    func run() async throws {
        Allocator.keepFreed()
        try NamedFile.check(
            outputs: [merge, report, writeMap, failed], inputs: [self.form, rows, person.profile, fields, map])
        try ReportFile.check(report, isLines: true)
        FilePermissions.inherit(from: [self.form, rows, person.profile, fields])
        let limits = DocumentLimits(on: self.form)
        let opened = try await openedForm(limits)
        var form = try person.applied(to: opened)
        let mapping = try map.map { try MappingFile($0).mapping() }
        if let mapping { form = try form.applying(mapping) }
        let sheet = self.sheet ?? mapping?.sheet(ofTable: NamedFile.name(rows))
        for warning in form.description.document.warnings { StandardError.print("formwright: note: \(warning)") }
        let table = try NamedFile.rows(rows)
        let records = try Self.records(of: table, sheet)
        let display = BatchDisplay(totalBytes: table.byteCount, isCheck: check)
        let batch: Batch
        if let writeMap {
            let mapping = try await written(try self.batch(form), sheet, to: writeMap)
            batch = try self.batch(try form.applying(mapping))
        } else {
            batch = try self.batch(form)
        }
        if case .files(let names) = batch.destination, names.isConstant {
            StandardError.print(
                "formwright: note: All files would have the same name, so they are numbered; use {row} or {Column}.")
        }
        if records.keys == nil, rows != "-", !skipUnknown { try await refuseGuesses(batch) }
        let failedRows = try failedTable(of: records, batch.destination)
        let summary: BatchSummary
        let written: URL?
        do {
            summary = try await Interruption.cancelling {
                let handler: Batch.Handler = {
                    limits.reportProgress()
                    display.show($0, $1)
                    failedRows?.take($0)
                }
                return check
                    ? try await batch.check(records, assumesNames: isUnnamed, handler: handler)
                    : try await batch.run(failedRows?.recording(records) ?? records, handler: handler)
            }
            written = try failedRows?.finish(isComplete: true)
        } catch let failure as Failure where failure.code == .mappingNeeded && records.keys != nil {
            display.clear()
            // Columns are refused before a row is read, so the table has them still.
            show(try await batch.mapping(of: records))
            throw failure
        } catch is CancellationError {
            display.clear()
            _ = try? failedRows?.finish(isComplete: false)
            throw Failure(
                .cancelled,
                merge == nil && !check
                    ? "Interrupted; run the command again to resume." : "Interrupted; nothing was written."
            )
        } catch {
            display.clear()
            _ = try? failedRows?.finish(isComplete: false)
            throw error
        }
        display.clear()
        for note in summary.notes { StandardError.print("formwright: note: \(note)") }
        if !summary.unfilledColumns.isEmpty {
            let columns = summary.unfilledColumns.map(\.quoted).joined(separator: ", ")
            StandardError.print(
                isUnnamed
                    ? "formwright: note: Of use in the names given to --output only, since they match no single field: \(columns)."
                    : "formwright: note: Used in the names of files only, since several fields could be meant: \(columns)."
            )
        }
        let done = check ? "checked " : summary.filled > 0 ? "wrote \(merge ?? output ?? ""): " : ""
        StandardError.print("formwright: \(done)\(display.line(summary))\(check ? "; nothing written" : "")")
        if summary.failed > 0 {
            throw Failure(
                .rowsFailed,
                check
                    ? "\(summary.failed) of \(summary.rows.counted("row")) cannot be filled; fix them in \(NamedFile.name(rows))."
                    : "\(summary.failed) of \(summary.rows.counted("row")) failed; fix them in \(NamedFile.name(rows)) and run the "
                        + "same command again\(merge == nil ? " to retry only those" : "")"
                        + (written.map {
                            ", or in \($0.relativePath), given to --rows\(merge == nil ? "" : " with another --merge")."
                        } ?? "."))
        }
    }

    private func batch(_ form: Form) throws -> Batch {
        Batch(
            form: form, destination: try destination(), composing: composing.options, workers: jobs, isStrict: strict,
            skipsUnknownColumns: skipUnknown, restarts: restart, report: report.map { URL(fileURLWithPath: $0) })
    }

    /// Writes the mapping of the columns to a file, and returns it.
    ///
    /// - Throws: `mapping_needed` after showing the columns, unless all of them are confirmed.
    private func written(_ batch: Batch, _ sheet: String?, to file: String) async throws -> ColumnMapping {
        var found = try await batch.mapping(of: try Self.records(of: NamedFile.rows(rows), sheet))
        found.sheet = sheet
        let mapping = try MappingFile(file).write(found, of: NamedFile.name(rows), for: batch.form)
        let open = mapping.unconfirmed.map(\.name.quoted)
        StandardError.print(
            "formwright: wrote \(file): \(mapping.columns.count.counted("column")), \(open.count) to confirm")
        guard open.isEmpty else {
            show(mapping)
            throw Failure(
                .mappingNeeded,
                "\(open.count) of \(mapping.columns.count.counted("column")) are to be confirmed: "
                    + "\(open.listed(ColumnMapping.listed)).",
                hint: "Check their fields in \(file), set confirmed: true, and give it with --map \(file).")
        }
        return mapping
    }

    /// Refuses guesses among the keys of all lines, since each line has its own.
    ///
    /// A pipe can be read only once; there the batch refuses each line with a guess.
    private func refuseGuesses(_ batch: Batch) async throws {
        let mapping = try await batch.mapping(of: try NamedFile.rows(rows).rows())
        guard !mapping.guesses.isEmpty else { return }
        show(mapping)
        throw ColumnMapping.needed(for: mapping.guesses.map(\.name), of: mapping.columns.count)
    }

    /// Shows the mapping of columns that are to be confirmed.
    private func show(_ mapping: ColumnMapping) {
        let table = MappingTable(mapping).table
        guard !check else { return StandardOutput.print(table) }
        for line in table.text.split(separator: "\n") { StandardError.print(String(line)) }
    }

    /// Returns what writes the failed rows; nil for a check, and for rows without columns.
    private func failedTable(of rows: any ValueRows, _ destination: Batch.Destination) throws(Failure) -> FailedRows? {
        if check { return nil }
        guard rows.keys != nil else {
            if failed == nil { return nil }
            throw Failure(
                .malformedValues,
                "Failed rows of JSON Lines cannot be written, since they have no columns; see --report.")
        }
        let (folder, batch): (URL?, String) =
            switch destination {
            case .files(let names): (names.folder, names.text)
            // Beside a device or a pipe there is no place for files.
            case .merged(let url): (Self.isDevice(url) ? nil : url.deletingLastPathComponent(), url.path)
            }
        guard let file = failed.map({ URL(fileURLWithPath: $0) }) ?? folder?.appendingPathComponent("failed.csv") else {
            return nil
        }
        return FailedRows(
            of: rows, at: file, batch: batch, table: self.rows == "-" ? nil : URL(fileURLWithPath: self.rows))
    }

    /// Returns the rows of a table, which can be one of failed rows.
    private static func records(of table: RowsFile, _ sheet: String?) throws(Failure) -> any ValueRows {
        let rows = try table.rows(sheet: sheet)
        return RetriedRows(rows) ?? rows
    }

    /// Whether a check covers only the rows, since the names of files are not given.
    private var isUnnamed: Bool { check && output == nil && merge == nil }

    private func destination() throws -> Batch.Destination {
        if let merge { return .merged(URL(fileURLWithPath: merge)) }
        return .files(try NameTemplate(output ?? "{row}.pdf"))
    }

    private static func isDevice(_ url: URL) -> Bool {
        var status = stat()
        return stat(url.path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private func openedForm(_ limits: DocumentLimits) async throws -> Form {
        var options = arguments.options
        options.startsFresh = fresh
        if let fields { return try arguments.form(form, fields: fields, options) }
        let document = try arguments.document(form, options)
        let bar = ProgressBar()
        defer { bar.clear() }
        let cache = noCache ? FormCache(folder: nil) : FormCache.standard
        let detected = try await cache.form(
            document, options: options, knownForms: try await templates.knownForms(for: document, options),
            progress: limits.reporting(bar.handler))
        bar.clear()
        return try await templates.applied(to: detected)
    }
}
