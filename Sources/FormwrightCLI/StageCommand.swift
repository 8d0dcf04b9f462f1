public import ArgumentParser
import FormModel
import Formwright
public import Forms
import Foundation

struct StageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage",
        abstract: "Runs a single stage over a work folder.",
        discussion: """
            The stages are import, rasterise, detect, bind and compose. Each leaves its results in the work folder, where \
            the next one finds them; a form given to any stage is imported first.

            EXAMPLES
              formwright stage rasterise form.pdf --work dir/
              formwright stage detect --work dir/
              formwright stage bind --work dir/ --values values.json
              formwright stage compose --work dir/
            """)

    @Argument(help: "The stage: import, rasterise, detect, bind or compose.")
    var stage: FormStage

    @Argument(help: "The form, for a work folder that has none yet.")
    var form: String?

    @Option(help: "The work folder; made when it is missing.")
    var work: String

    @OptionGroup var values: ValueArguments
    @OptionGroup var composing: ComposeArguments
    @OptionGroup var arguments: FormArguments

    func validate() throws {
        try NamedFile.checkStandardInput([form, values.values, arguments.passwordFile])
    }

    func run() async throws {
        let limits = FormLimits(on: form ?? work)
        let folder = WorkFolder(
            URL(fileURLWithPath: work, isDirectory: true), options: arguments.options,
            password: try arguments.givenPassword())
        FilePermissions.inherit(from: [form, values.values] + folder.privateFiles.map(\.path))
        if let form {
            let data = try NamedFile.read(form, limit: arguments.options.limits.fileSize)
            try folder.importDocument(data, fileName: NamedFile.name(form))
        }
        let bar = ProgressBar()
        defer { bar.clear() }
        switch stage {
        case .import:
            guard form != nil else { throw ValidationError("The stage import needs the form's path.") }
        case .rasterise: try await folder.rasterise(progress: limits.reporting(bar.handler))
        case .detect: try await folder.detect(progress: limits.reporting(bar.handler))
        case .bind: try folder.bind(try values.entries())
        case .compose: try folder.compose(composing.options)
        }
    }
}

extension FormStage: ExpressibleByArgument {}
