import FormwrightCLI
import ArgumentParser
import FailureModel
import Files
import FormModel
import Formwright
import FormFilling
import Foundation

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the fields of a form.",
        discussion: """
            EXAMPLES
              formwright inspect form.pdf
              formwright inspect form.pdf --json > form.fields.json
              formwright inspect scan.jpg --preview fields.png
              formwright inspect form.pdf --template values.yaml    # then write values into it
            """)

    @Argument(help: "The form: a PDF, JPEG, PNG or TIFF file, or - for standard input.")
    var form: String

    @Flag(help: "Print all details of the form as JSON.")
    var json = false

    @Option(help: "Draw the fields on the pages, in this .pdf or .png file (one per page: fields-1.png, ...).")
    var preview: String?

    @Option(help: "Write a values file to be filled in: a key for each field, with its type and options.")
    var template: String?

    @OptionGroup var arguments: FormArguments
    @OptionGroup var templates: TemplateArguments

    func validate() throws {
        try NamedFile.checkStandardInput([form, arguments.passwordFile])
        if let preview, !["pdf", "png"].contains(URL(fileURLWithPath: preview).pathExtension.lowercased()) {
            throw ValidationError("--preview must name a .pdf or .png file.")
        }
    }

    func run() async throws {
        try NamedFile.check(outputs: [preview, template], inputs: [form])
        if let template, FileManager.default.fileExists(atPath: template), !template.hasPrefix("/dev/") {
            throw Failure(
                .outputExists,
                "\(template) exists and may hold values; remove it, or name another file for the template.")
        }
        FilePermissions.inherit(from: [self.form])
        let limits = DocumentLimits(on: self.form)
        let document = try arguments.document(form)
        let knownForms = try await templates.knownForms(for: document, arguments.options)
        let bar = ProgressBar()
        defer { bar.clear() }
        let detected = try await Form(
            document, options: arguments.options, knownForms: knownForms, progress: limits.reporting(bar.handler))
        bar.clear()
        let form = try await templates.applied(to: detected)
        var written: [String] = []
        if let preview { written.append(try draw(form, to: preview, limits)) }
        if let template {
            try NamedFile.write(Data(form.valuesTemplate.utf8), to: template)
            written.append(
                "\(NamedFile.output(template)): values to fill in, \(form.fields.count.counted("field"))")
        }
        if json {
            try NamedFile.write(try JSONText.encode(NumberedDescription(form.description)), to: "-")
        } else {
            try NamedFile.write(
                Data(
                    FieldTable(form.description).text(fitting: StandardOutput.terminalWidth)
                        .utf8), to: "-")
        }
        for file in written { StandardError.print("formwright: wrote \(file)") }
        for warning in form.description.document.warnings { StandardError.print("formwright: note: \(warning)") }
    }

    /// Draws the fields, and returns the files with what they show.
    private func draw(_ form: Form, to path: String, _ limits: DocumentLimits) throws -> String {
        let preview = FieldPreview(of: form.document, fields: form.fields)
        let fields = "\(form.fields.count.counted("field")) on \(form.document.pages.count.counted("page"))"
        guard path.lowercased().hasSuffix(".png") else {
            try NamedFile.write(try preview.pdf(), to: path)
            return "\(NamedFile.output(path)): \(fields)"
        }
        let pages = try preview.pngs(finished: limits.reportProgress)
        let names = pages.count > 1 ? pages.indices.map { "\(path.dropLast(4))-\($0 + 1).png" } : [path]
        for (name, page) in zip(names, pages) { try NamedFile.write(page, to: name) }
        return "\(NamedFile.outputs(names)): \(fields)"
    }
}
