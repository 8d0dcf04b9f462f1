import FormwrightCLI
import ArgumentParser
import Files
import FormModel
import FormFilling
import FormImport
import Formwright
import Foundation

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the values of a form's fields.",
        discussion: """
            The values are those in the AcroForm fields of the form. A form without such fields has the values that \
            Formwright filled it with, unless --flatten was given.

            The extension of the output is its format: .json, .yaml, .fdf or .xfdf. formwright fill --values reads all of \
            them, and Acrobat, pdftk and others read FDF and XFDF.

            EXAMPLES
              formwright export filled.pdf -o values.xfdf
              formwright export filled.pdf --format yaml
              formwright export blank.pdf --empty -o values.json     # every field, to be filled in
              formwright fill form.pdf --values values.xfdf -o filled.pdf
            """)

    @Argument(help: "The form: a PDF with AcroForm fields, or a filled form, or - for standard input.")
    var form: String

    @Option(name: [.short, .long], help: "File for the values, or - for standard output.")
    var output = "-"

    @Option(help: "Format of the values, if the output's extension does not say; JSON by default.")
    var format: ExistingValues.Format?

    @Flag(help: "Include empty fields.")
    var empty = false

    @OptionGroup var arguments: DocumentArguments

    func validate() throws {
        try NamedFile.checkStandardInput([form, arguments.passwordFile])
        if output != "-", format == nil, Self.format(of: output) == nil {
            throw ValidationError("--output must end in .json, .yaml, .fdf or .xfdf, unless --format is given.")
        }
    }

    func run() throws {
        try NamedFile.check(outputs: [output], inputs: [form])
        FilePermissions.inherit(from: [form])
        let limits = DocumentLimits(on: form)
        let data = try NamedFile.read(form, limit: Importer().limits.fileSize)
        let (name, password) = (NamedFile.name(form), try arguments.givenPassword())
        let values = try ExistingValues(
            data, named: name, password: password, includingEmpty: empty, limits: Importer().limits)
        limits.reportProgress()
        try NamedFile.write(values.data(as: format ?? Self.format(of: output) ?? .json), to: output)
        if let note = values.note { StandardError.print("formwright: note: \(note)") }
        if let note = values.withheldNote { StandardError.print("formwright: note: \(note)") }
    }

    private static func format(of path: String) -> ExistingValues.Format? {
        ExistingValues.Format(fileExtension: URL(fileURLWithPath: path).pathExtension)
    }
}
