import FormwrightCLI
import FailureModel
import ArgumentParser
import Files
import FormModel
import Formwright
import FormFilling
import Foundation

struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fill a form with values.",
        discussion: """
            The key of a value is a field's label, or words by which a person would name the field: "Total income", \
            "Line 4", "15.c". It can also be the field's name, its id, or its number in the table of formwright inspect: \
            "#12". "Section / Label" is the field in that section, "Label#2" the second field with that label in reading \
            order, "p3:Label" the one on page 3. Case, punctuation and spacing are ignored. Where other words than a \
            field's name or label led to it, a note says which key went where; --exact refuses such a key.

            If the fields of the form have been corrected in the store (see formwright templates), they are used, and a line \
            on standard error says so.

            A filled form can be filled again: it holds the values it was filled with, which stay where no others are \
            given. An empty value empties its field, and --fresh empties all. With --flatten, the form holds no values.

            EXAMPLES
              formwright fill form.pdf --values values.json -o filled.pdf
              formwright fill form.pdf --set "Full name=Ada Lovelace" --set "I agree=yes" -o filled.pdf
              formwright fill form.pdf --profile ada.yaml --set "Total income=1200" -o filled.pdf
              formwright fill form.pdf --interactive -o filled.pdf
              formwright fill filled.pdf --set "Total income=1250" -o again.pdf    # keeps the other values
              formwright fill form.pdf --values values.json --check
              formwright fill form.pdf --values people.xlsx --sheet Ada --map people.map.yaml -o filled.pdf
              formwright inspect form.pdf --json > fields.json    # once
              formwright fill form.pdf --fields fields.json --values values.yaml -o filled.pdf
              formwright fill locked.pdf --password-file secret.txt --values values.json -o filled.pdf
              formwright fill form.pdf --values values.xfdf --keep-editable -o filled.pdf
              formwright fill signed.pdf --values values.json --incremental -o filled.pdf
              formwright fill form.pdf --values values.json --pages 1,3-5 -o page-{page}.png
              cat values.json | formwright fill form.pdf --values - -o - > filled.pdf
            """)

    @Argument(help: "The form: a PDF, JPEG, PNG or TIFF file, or - for standard input.")
    var form: String

    @OptionGroup var values: ValueArguments
    @OptionGroup var person: ProfileArguments

    @Option(
        name: [.short, .long],
        help:
            "File for the filled PDF, or - for standard output; pictures if it ends in .png, where {page} is the page.")
    var output: String?

    @Flag(help: "Show which field each value goes into, and all errors; nothing is written.")
    var check = false

    @Flag(help: "Ask for values one by one on the terminal, except those answered earlier.")
    var interactive = false

    @Option(help: "File that keeps the answers of --interactive. Defaults to the form's name with .answers.json.")
    var answers: String?

    @Flag(help: "Skip values whose key matches no field, with a note, instead of failing.")
    var skipUnknown = false

    @Flag(help: "Refuse keys that match their field only by a guess.")
    var exact = false

    @Option(help: "File of a confirmed mapping of keys to fields, as batch --write-map makes it.")
    var map: String?

    @Option(help: "Read the fields from this file, the output of inspect --json; the form is not analysed.")
    var fields: String?

    @Option(help: "Write a JSON report of where each value went to this file.")
    var report: String?

    @Flag(help: "Also flatten AcroForm fields that stay empty.")
    var flatten = false

    @Flag(help: "Empty a form that was filled before, instead of keeping the values that no others are given for.")
    var fresh = false

    @OptionGroup var result: ResultArguments
    @OptionGroup var composing: ComposeArguments
    @OptionGroup var arguments: FormArguments
    @OptionGroup var templates: TemplateArguments

    func validate() throws {
        guard values.values != nil || !values.assignments.isEmpty || person.profile != nil || interactive || fresh
        else {
            throw ValidationError(
                "Give the values with --values FILE, --set FIELD=VALUE or --profile FILE, or type them with --interactive."
            )
        }
        guard check == (output == nil) else {
            throw ValidationError("Give either --output FILE for the filled form, or --check.")
        }
        if let output, composing.incremental, result.pages != nil || output.lowercased().hasSuffix(".png") {
            throw ValidationError("--incremental writes the whole PDF, so --pages and pictures do not apply.")
        }
        if flatten, composing.keepEditable || composing.incremental {
            throw ValidationError("--flatten removes the fields that --keep-editable and --incremental keep.")
        }
        try ResultArguments.check(output, isPicture: true)
        guard interactive || answers == nil else {
            throw ValidationError("--answers keeps what is typed with --interactive.")
        }
        let typed = interactive ? "-" : nil
        try NamedFile.checkStandardInput([form, values.values, person.profile, arguments.passwordFile, typed])
    }

    func run() async throws {
        try NamedFile.check(
            outputs: [output, report, interactive ? answersFile : nil],
            inputs: [form, values.values, person.profile, fields, map])
        try ReportFile.check(report, isLines: false)
        FilePermissions.inherit(from: [self.form, values.values, person.profile, fields])
        let limits = DocumentLimits(on: self.form)
        let interview = try interactive ? TerminalInterview(keepingAnswersIn: answersFile) : nil
        let mapping = try map.map { try MappingFile($0).mapping() }
        let given = try values.given(by: mapping)
        let opened = try await OpenedForm(form, fields: fields, arguments, templates, startsFresh: fresh).form(limits)
        let form = try prepared(opened, for: given, by: mapping)
        if form.fields.isEmpty { printNotes(of: form) }
        var entries = form.merged(given)
        if let interview {
            guard let answered = try interview.answers(about: form) else {
                StandardError.print("formwright: The answers are in \(answersFile); run the command again to go on.")
                return
            }
            entries += answered
        }
        let filled: FilledForm
        do {
            filled = try await form.fill(entries, options: composing.options, skipsUnknown: skipUnknown)
        } catch {
            // That the values of before are not known may be the reason.
            if form.document.hasUnusableMark { printNotes(of: form) }
            if check, error is Failure {
                StandardOutput.print(table(of: try await form.placed(entries, skipsUnknown: skipUnknown)))
            }
            throw error
        }
        if let output {
            let written = try result.write(
                filled.data, of: form.document, to: output,
                inputs: [self.form, values.values, person.profile, fields, map],
                others: [report], flattens: flatten)
            let pages = result.pages?.pages(of: form.document.pages.count)
            let summary = FillSummary(filled.report, of: form.fields, on: pages)
            StandardError.print("formwright: wrote \(written): \(summary.text)")
        } else {
            StandardOutput.print(table(of: filled.report))
        }
        if let report { try NamedFile.write(try JSONText.encode(filled.report), to: report) }
        for line in FillNotes(filled.report, showsMatches: !check).lines {
            StandardError.print("formwright: note: \(line)")
        }
    }

    private func printNotes(of form: Form) {
        for note in form.description.document.warnings { StandardError.print("formwright: note: \(note)") }
    }

    /// Returns the form with the profile, the mapping and the rule for guesses.
    private func prepared(_ opened: Form, for given: GivenValues, by mapping: ColumnMapping?) throws -> Form {
        var form = try person.applied(to: opened, besides: given)
        if let mapping { form = try form.applying(mapping) }
        return exact ? form.refusingGuesses() : form
    }

    private var answersFile: String {
        answers ?? "\(URL(fileURLWithPath: form).deletingPathExtension().lastPathComponent).answers.json"
    }

    private static let heads = ["KEY", "MATCH", "PAGE", "NAME", "LABEL"]

    /// Returns a table of the filled fields.
    private func table(of report: FillReport) -> TextTable {
        var table = TextTable(Self.heads, widthLimit: 40, paths: ["NAME"])
        for entry in report.filled {
            table.add([entry.key, entry.match.rawValue, "\(entry.page + 1)", entry.name, entry.label])
        }
        return table
    }

    /// Returns a table of the destinations of values, with codes of failures.
    private func table(of places: [Form.Place]) -> TextTable {
        var table = TextTable(Self.heads, widthLimit: 40, paths: ["NAME"])
        for place in places {
            switch place.values {
            case .success(let values):
                for value in values {
                    let field = value.field
                    table.add([place.key, value.match.rawValue, "\(field.page + 1)", field.name, field.label])
                }
            case .failure(let failure): table.add([place.key, failure.code.rawValue, "", "", ""])
            }
        }
        return table
    }
}
