import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Forms
import Foundation
import Linux

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Fills one form with many records.",
        discussion: """
            The rows are a CSV table whose header names fields, or JSON Lines. An empty cell leaves its field as it is. A \
            bad row is reported with its line and does not stop the others.

            In the outputs' name, {row} is the record's number, {row:04} the same with four digits, {Column} what the \
            record has in that column. Names that come twice are numbered; nothing is ever overwritten. The same command \
            run again goes on where it was stopped, and tries the rows again that failed.

            EXAMPLES
              formwright batch form.pdf --rows people.csv -o 'out/{row:04}-{Last name}.pdf'
              formwright batch form.pdf --rows people.csv -o out/ --report report.jsonl
              formwright batch form.pdf --rows people.csv --merge all.pdf
              psql --csv -c 'select * from people' | formwright batch form.pdf --rows - -o out/
            """)

    @Argument(help: "The form: a PDF, JPEG, PNG or TIFF file; - for standard input.")
    var form: String

    @Option(help: "The records: a CSV or JSON Lines file; - for standard input.")
    var rows: String

    @Option(name: [.short, .long], help: "How the filled PDFs are named; a folder ends in /.")
    var output: String?

    @Option(help: "Writes all records into this one PDF.")
    var merge: String?

    @Flag(help: "Ends at the first bad row.")
    var strict = false

    @Flag(help: "Leaves out columns that fit no field.")
    var skipUnknown = false

    @Flag(help: "Removes what an earlier run of this batch has written, and begins anew.")
    var restart = false

    @Option(help: "How many records are worked on at a time; all cores unless given.")
    var jobs: Int?

    @Option(help: "Where to write what became of each row, as JSON Lines.")
    var report: String?

    @Option(help: "What inspect --json printed for this form, so that it is not analysed again.")
    var fields: String?

    @Flag(help: "Analyses the form even if its fields are known from an earlier batch.")
    var noCache = false

    @OptionGroup var composing: ComposeArguments
    @OptionGroup var arguments: FormArguments

    func validate() throws {
        guard (output == nil) != (merge == nil) else {
            throw ValidationError("Say where the filled PDFs go, with --output or with --merge.")
        }
        if merge != nil, restart { throw ValidationError("--merge always begins anew: there is nothing to --restart.") }
        try NamedFile.checkStandardInput([form, rows, arguments.passwordFile])
        if output?.isEmpty == true { throw ValidationError("--output takes a name, or a folder that ends in /.") }
        if let report, report.lowercased().hasSuffix(".pdf") {
            throw ValidationError("The report is JSON Lines; a .pdf could be one of the results.")
        }
        if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1.") }
    }

    func run() async throws {
        Allocator.keepFreed()
        try NamedFile.check(outputs: [merge, report], inputs: [self.form, rows, fields])
        FilePermissions.inherit(from: [self.form, rows, fields])
        let limits = FormLimits(on: self.form)
        let form = try await openedForm(limits)
        for warning in form.description.document.warnings { StandardError.print("formwright: note: \(warning)") }
        let table = try NamedFile.rows(rows)
        let display = BatchDisplay(totalBytes: table.byteCount)
        let batch = Batch(
            form: form, destination: try destination(), composing: composing.options, workers: jobs, isStrict: strict,
            skipsUnknownColumns: skipUnknown, restarts: restart, report: report.map { URL(fileURLWithPath: $0) })
        if case .files(let names) = batch.destination, names.isConstant {
            StandardError.print(
                "formwright: note: All files would have the same name, so they are numbered; use {row} or a column.")
        }
        let summary: BatchSummary
        do {
            summary = try await Interruption.cancelling {
                try await batch.run(table.rows()) {
                    limits.reportProgress()
                    display.show($0, $1)
                }
            }
        } catch is CancellationError {
            display.clear()
            throw Failure(
                .cancelled,
                merge == nil ? "Interrupted; run the same command again to go on." : "Interrupted; nothing was written."
            )
        } catch {
            display.clear()
            throw error
        }
        display.clear()
        StandardError.print("formwright: \(BatchDisplay.line(summary))")
        if summary.failed > 0 {
            throw Failure(
                .rowsFailed,
                "\(summary.failed) of \(summary.rows) rows failed; mend them in \(NamedFile.name(rows)) and run the same "
                    + "command again\(merge == nil ? ", which does only them" : "").")
        }
    }

    private func destination() throws -> Batch.Destination {
        if let merge { return .merged(URL(fileURLWithPath: merge)) }
        return .files(try NameTemplate(output ?? ""))
    }

    private func openedForm(_ limits: FormLimits) async throws -> Form {
        if let fields { return try arguments.form(form, fields: fields) }
        let document = try arguments.document(form)
        let bar = ProgressBar()
        defer { bar.clear() }
        let cache = noCache ? FormCache(folder: nil) : FormCache.standard
        return try await cache.form(document, options: arguments.options, progress: limits.reporting(bar.handler))
    }
}
