import FormwrightCLI
import ArgumentParser
import FailureModel
import Files
import FormReading
import Foundation
import Synchronization
import Threads

struct CollectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Read filled copies of a form back into one table.",
        discussion: """
            The table has a row for each copy and a column for each field, headed by the field's name as inspect and \
            export show it, or by its label, behind a column with the names of the files. The extension of the output is \
            its format: .csv, .xlsx or .jsonl.

            The values are those of AcroForm fields, or of the record in a copy that Formwright filled; of a flat copy, the \
            text that the blank does not print in a field; of a scan or photo, what text recognition reads there. Boxes are \
            ticked if they have ink that the blank does not have. Handwriting is not read: its cell stays empty, and is \
            doubtful.

            A file can have several copies, such as the scan of a pile: each of them is a row, named "pile (1).pdf", "pile \
            (2).pdf" and so on, or "pile copy (1).pdf" if another file has such a name. All of them must be complete.

            Without --form, the fields are the corrected ones of the first copy's form in the store (see formwright \
            templates). Files that cannot be read, or are no copies of the form, are listed, and the command ends with \
            status 47; the table has the others.

            EXAMPLES
              formwright collect answers/*.pdf --form blank.pdf -o answers.csv
              formwright collect answers/*.pdf --form blank.pdf --cells cells.jsonl --pictures doubtful/ -o answers.xlsx
              formwright collect pile.pdf --form blank.pdf --split copies/ -o answers.csv
              formwright collect answers/*.pdf -o answers.jsonl --unknown unread.txt
              formwright inspect blank.pdf --json > fields.json
              formwright collect scans/*.pdf --form blank.pdf --fields fields.json -o answers.csv
            """)

    @Argument(help: "The filled copies: PDF, JPEG, PNG or TIFF files.")
    var copies: [String]

    @Option(help: "The blank form.")
    var form: String?

    @Option(help: "Read the fields from this file, the output of inspect --json; the form is not analysed.")
    var fields: String?

    @Option(name: [.short, .long], help: "File for the table, or - for standard output.")
    var output: String

    @Option(help: "Format of the table: csv, xlsx or jsonl, if the output's extension does not say.")
    var format: AnswerTable.Format?

    @Option(help: "What heads the columns: names of fields, or labels.")
    var headings = AnswerHeadings.names

    @Option(help: "Write how each cell was read to this file, as JSON Lines: its confidence and the reason.")
    var cells: String?

    @Option(help: "Maximum number of copies to read at a time. Defaults to the number of cores.")
    var jobs: Int?

    @Option(help: "Folder for pictures of doubtful cells.")
    var pictures: String?

    @Option(help: "Write the copies in piles to this folder, each as a PDF without the cover sheets.")
    var split: String?

    @Option(help: "Write the names of the files that were not read to this file, one a line.")
    var unknown: String?

    @OptionGroup var arguments: FormArguments
    @OptionGroup var templates: TemplateArguments

    func validate() throws {
        guard let format = format ?? AnswerTable.Format(path: output) else {
            throw ValidationError("--output must end in .csv, .xlsx or .jsonl, unless --format is given.")
        }
        if output == "-", format == .xlsx {
            throw ValidationError("A workbook cannot be written to standard output; name a file.")
        }
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
        if fields != nil, form == nil { throw ValidationError("--fields goes with --form.") }
        if copies.contains("-") { throw ValidationError("The filled copies must be files.") }
        if split != nil, Set(copies.map { PileName($0).copy(1, as: "pdf") }).count < copies.count {
            throw ValidationError("Two of the files have the same name, which --split needs for their copies.")
        }
        try NamedFile.checkStandardInput([form, arguments.passwordFile])
    }

    func run() async throws {
        try NamedFile.check(outputs: [output, cells, unknown], inputs: copies + [form, fields])
        if let split { try OutputFolder.make(URL(fileURLWithPath: split, isDirectory: true)) }
        FilePermissions.inherit(from: copies + [form, fields])
        var known: CopyTask.KnownForm?
        if let form {
            let opened = try await OpenedForm(form, fields: fields, arguments, templates).form(DocumentLimits(on: form))
            known = CopyTask.KnownForm(opened, isBlank: true)
        }
        let task = CopyTask(
            folder: FileManager.default.currentDirectoryPath, password: try arguments.givenPassword(),
            language: arguments.language, form: known, copies: copies, pictures: pictures != nil, split: split,
            names: PileNames(copies))
        let work = CollectWork(
            task: task, jobs: jobs ?? WorkerThreads.shared.count, storeArguments: templates.forChild,
            format: format ?? AnswerTable.Format(path: output) ?? .csv, headings: headings, output: output,
            cells: cells,
            pictures: pictures, unknown: unknown)
        try report(try await Self.run(work))
    }

    private static func run(_ work: CollectWork) async throws -> CollectWork.Summary {
        do {
            return try await Interruption.cancelling {
                let isCancelled = Cancellation()
                return try await withTaskCancellationHandler {
                    try await WorkerThreads.shared.run { try work.run { isCancelled.value.load(ordering: .relaxed) } }
                } onCancel: {
                    isCancelled.value.store(true, ordering: .relaxed)
                }
            }
        } catch is CancellationError {
            throw Failure(.cancelled, "Interrupted; the table was not written.")
        }
    }

    /// Whether the copies are no longer wanted.
    private final class Cancellation: Sendable {
        let value = Atomic(false)
    }

    private func report(_ summary: CollectWork.Summary) throws {
        if summary.rows > 0, output != "-" {
            StandardError.print(
                "formwright: wrote \(NamedFile.output(output)): \(summary.rows.counted("row"))"
                    + (summary.doubtful.map { ", \($0.counted("doubtful cell"))" } ?? ""))
        }
        guard summary.unread == 0 else {
            throw Failure(
                .rowsFailed,
                "\(summary.unread) of \(copies.count.counted("file")) could not be read"
                    + "\(unknown.map { "; \($0) lists them" } ?? "").")
        }
    }
}

extension AnswerTable.Format: ExpressibleByArgument {}
extension AnswerHeadings: ExpressibleByArgument {}
