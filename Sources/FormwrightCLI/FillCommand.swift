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
            The key of a value is a field's id, name or label. "Label#2" is the second field with that label in reading \
            order, "p3:Label" the one on page 3. Case, punctuation and spacing of labels are ignored.

            If the fields of the form have been corrected in the store (see formwright templates), they are used, and a line \
            on standard error says so.

            EXAMPLES
              formwright fill form.pdf --values values.json -o filled.pdf
              formwright fill form.pdf --set "Full name=Ada Lovelace" --set "I agree=yes" -o filled.pdf
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
    var output: String

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
        if composing.incremental, result.pages != nil || output.lowercased().hasSuffix(".png") {
            throw ValidationError("--incremental writes the whole PDF, so --pages and pictures do not apply.")
        }
        try NamedFile.checkStandardInput([form, values.values, arguments.passwordFile])
    }

    func run() async throws {
        try NamedFile.check(outputs: [output, report], inputs: [form, values.values, fields])
        FilePermissions.inherit(from: [self.form, values.values, fields])
        let limits = FormLimits(on: self.form)
        let entries = try values.entries()
        let form = try await openedForm(limits)
        let filled = try await form.fill(entries, options: composing.options)
        try result.write(filled.data, of: form.document, to: output, inputs: [self.form, values.values, fields])
        if let report { try NamedFile.write(try JSONText.encode(filled.report), to: report) }
        for warning in filled.report.warnings { StandardError.print("formwright: note: \(warning)") }
        for entry in filled.report.filled {
            for warning in entry.warnings {
                StandardError.print("formwright: note: \(entry.title): \(warning)")
            }
        }
    }

    private func openedForm(_ limits: FormLimits) async throws -> Form {
        if let fields { return try arguments.form(form, fields: fields) }
        let bar = ProgressBar()
        defer { bar.clear() }
        let detected = try await Form(
            try arguments.document(form), options: arguments.options, progress: limits.reporting(bar.handler))
        bar.clear()
        return try await templates.applied(to: detected)
    }
}
