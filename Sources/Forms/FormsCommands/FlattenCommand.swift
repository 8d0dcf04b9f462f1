import FormwrightCLI
import FailureModel
import ArgumentParser
import Files
import Formwright
import FormImport
import Foundation

struct FlattenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flatten",
        abstract: "Flatten the form fields of a PDF into its pages.",
        discussion: """
            What the fields show stays as it is and can no longer be edited. Values that a viewer would have to draw are \
            drawn here, in every script that has a font. Comments and links stay.

            EXAMPLES
              formwright flatten filled.pdf -o flat.pdf
              formwright flatten filled.pdf --pages 1,3-5 -o part.pdf
              formwright flatten filled.pdf -o page-{page}.png
            """)

    @Argument(help: "The filled form: a PDF, or - for standard input.")
    var form: String

    @Option(
        name: [.short, .long],
        help: "File for the PDF, or - for standard output; pictures if it ends in .png, where {page} is the page.")
    var output: String

    @OptionGroup var result: ResultArguments
    @OptionGroup var arguments: DocumentArguments

    func validate() throws {
        try ResultArguments.check(output, isPicture: true)
        try NamedFile.checkStandardInput([form, arguments.passwordFile])
    }

    func run() async throws {
        try NamedFile.check(outputs: [output], inputs: [form])
        FilePermissions.inherit(from: [form])
        let limits = DocumentLimits(on: form)
        let document = try arguments.document(form)
        limits.reportProgress()
        let flat = try await FlattenedForm(document)
        limits.reportProgress()
        let written = try result.write(flat.data, of: document, to: output, inputs: [form])
        StandardError.print("formwright: wrote \(written): \(document.pages.count.counted("page")) without fields")
        for warning in flat.warnings { StandardError.print("formwright: note: \(warning)") }
    }
}
