import FormwrightCLI
import FailureModel
import FormModel
import Formwright
import ArgumentParser
import Files
import FormFilling
import Foundation

struct FillableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fillable",
        abstract: "Add AcroForm fields to a flat form or scan, for any program to fill.",
        discussion: """
            The fields are those that formwright inspect shows, with names made from their labels, tooltips, groups of \
            radio buttons, cells for single characters and the order of the tab key. Look at them first, and correct them \
            in the file that --fields reads, or in the page of formwright serve.

            EXAMPLES
              formwright fillable form.pdf -o form.acro.pdf
              formwright inspect form.pdf --json > fields.json    # to be corrected
              formwright fillable form.pdf --fields fields.json -o form.acro.pdf
              formwright fillable scan.jpg --signatures text -o scan.acro.pdf
            """)

    @Argument(help: "The form: a PDF without form fields, JPEG, PNG or TIFF file, or - for standard input.")
    var form: String

    @Option(name: [.short, .long], help: "File for the PDF with form fields, or - for standard output.")
    var output: String

    @Option(help: "Read the fields from this file, the output of inspect --json; the form is not analysed.")
    var fields: String?

    @Option(help: "Type of signature fields: digital signature, or text.")
    var signatures = FillableOptions.Signatures.field

    @OptionGroup var arguments: FormArguments
    @OptionGroup var templates: TemplateArguments

    func validate() throws {
        try ResultArguments.check(output, isPicture: false)
        try NamedFile.checkStandardInput([form, arguments.passwordFile])
    }

    func run() async throws {
        try NamedFile.check(outputs: [output], inputs: [form, fields])
        FilePermissions.inherit(from: [form, fields])
        let limits = DocumentLimits(on: form)
        let form = try await OpenedForm(form, fields: fields, arguments, templates).form(limits)
        limits.reportProgress()
        try NamedFile.write(try await form.fillable(options: FillableOptions(signatures: signatures)), to: output)
        StandardError.print(
            "formwright: wrote \(NamedFile.output(output)): \(form.fields.count.counted("field"))")
        for warning in form.description.document.warnings { StandardError.print("formwright: note: \(warning)") }
    }
}
