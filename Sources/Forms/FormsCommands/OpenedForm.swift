import FormwrightCLI
import Formwright
import FormImport

/// The form of a command, with known fields, or analysed and corrected.
struct OpenedForm {
    private let path: String
    private let fields: String?
    private let arguments: FormArguments
    private let templates: TemplateArguments
    private let startsFresh: Bool

    /// Describes a form by the arguments of a command.
    init(
        _ path: String, fields: String?, _ arguments: FormArguments, _ templates: TemplateArguments,
        startsFresh: Bool = false
    ) {
        self.path = path
        self.fields = fields
        self.arguments = arguments
        self.templates = templates
        self.startsFresh = startsFresh
    }

    /// Opens the form, with a progress bar while it is analysed.
    func form(_ limits: DocumentLimits) async throws -> Form {
        var options = arguments.options
        options.startsFresh = startsFresh
        if let fields { return try arguments.form(path, fields: fields, options) }
        let document = try arguments.document(path, options)
        let knownForms = try await templates.knownForms(for: document, options)
        let bar = ProgressBar()
        defer { bar.clear() }
        let detected = try await Form(
            document, options: options, knownForms: knownForms, progress: limits.reporting(bar.handler))
        bar.clear()
        return try await templates.applied(to: detected)
    }
}
