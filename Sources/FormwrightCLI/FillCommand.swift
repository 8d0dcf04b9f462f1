import ArgumentParser
import Files
import FormModel
import Formwright
import Forms
import Foundation

struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Fill a form with values.",
        discussion: """
            The key of a value is a field's label, or words by which a person would name the field: "Total income", \
            "Line 4", "15.c". It can also be the field's name, its id, or its number in the table of formwright inspect: \
            "#12". "Section / Label" is the field in that section, "Label#2" the second field with that label in reading \
            order, "p3:Label" the one on page 3. Case, punctuation and spacing are ignored.

            If the fields of the form have been corrected in the store (see formwright templates), they are used, and a line \
            on standard error says so.

            EXAMPLES
              formwright fill form.pdf --values values.json -o filled.pdf
              formwright fill form.pdf --set "Full name=Ada Lovelace" --set "I agree=yes" -o filled.pdf
              formwright fill form.pdf --values values.json --check
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

    @Option(
        name: [.short, .long],
        help:
            "File for the filled PDF, or - for standard output; pictures if it ends in .png, where {page} is the page.")
    var output: String?

    @Flag(help: "Show which field each value goes into, and everything that is wrong; nothing is written.")
    var check = false

    @Flag(help: "Leave out values whose key is no field of the form, with a note, instead of refusing them.")
    var skipUnknown = false

    @Option(help: "Read the fields from this file, the output of inspect --json; the form is not analysed.")
    var fields: String?

    @Option(help: "Write a report of what went into which field to this file, as JSON.")
    var report: String?

    @OptionGroup var result: ResultArguments
    @OptionGroup var composing: ComposeArguments
    @OptionGroup var arguments: FormArguments
    @OptionGroup var templates: TemplateArguments

    func validate() throws {
        guard values.values != nil || !values.assignments.isEmpty else {
            throw ValidationError("Give the values with --values FILE or --set FIELD=VALUE.")
        }
        guard check == (output == nil) else {
            throw ValidationError("Give either --output FILE for the filled form, or --check.")
        }
        if let output, composing.incremental, result.pages != nil || output.lowercased().hasSuffix(".png") {
            throw ValidationError("--incremental writes the whole PDF, so --pages and pictures do not apply.")
        }
        try NamedFile.checkStandardInput([form, values.values, arguments.passwordFile])
    }

    func run() async throws {
        try NamedFile.check(outputs: [output, report], inputs: [form, values.values, fields])
        FilePermissions.inherit(from: [self.form, values.values, fields])
        let limits = FormLimits(on: self.form)
        var entries = try values.entries()
        let form = try await OpenedForm(form, fields: fields, arguments, templates).form(limits)
        if skipUnknown {
            let (known, unknown) = form.recognised(entries)
            entries = known
            for failure in unknown { StandardError.print("formwright: note: left out: \(failure.message)") }
        }
        let filled = try await form.fill(entries, options: composing.options)
        if let output {
            try result.write(filled.data, of: form.document, to: output, inputs: [self.form, values.values, fields])
        } else {
            StandardOutput.print(table(of: filled.report))
        }
        if let report { try NamedFile.write(try JSONText.encode(filled.report), to: report) }
        for warning in filled.report.warnings { StandardError.print("formwright: note: \(warning)") }
        for entry in filled.report.filled {
            for warning in entry.warnings {
                StandardError.print("formwright: note: \(entry.title): \(warning)")
            }
        }
    }

    /// Where each value goes.
    private func table(of report: FillReport) -> TextTable {
        var table = TextTable(["KEY", "MATCH", "PAGE", "NAME", "LABEL"], widthLimit: 40)
        for entry in report.filled {
            table.add([entry.key, entry.match.rawValue, "\(entry.page + 1)", entry.name, entry.label])
        }
        return table
    }
}
