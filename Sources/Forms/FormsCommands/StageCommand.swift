import FormwrightCLI
public import ArgumentParser
import Files
import FormModel
import Formwright
public import FormImport
import Foundation

struct StageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage",
        abstract: "Run a single stage in a work folder.",
        discussion: """
            The stages are import, rasterise, detect, bind and compose. Each writes its results to the work folder, where \
            the next one reads them. A form that is given to any stage is imported first.

            EXAMPLES
              formwright stage rasterise form.pdf --work dir/
              formwright stage detect --work dir/
              formwright stage bind --work dir/ --values values.json
              formwright stage compose --work dir/
            """)

    @Argument(help: "Stage to run.")
    var stage: FormStage

    @Argument(help: "The form, for a work folder that does not have one yet; - for standard input.")
    var form: String?

    @Option(help: "Work folder; created if it is missing.")
    var work: String

    @OptionGroup var values: ValueArguments
    @OptionGroup var composing: ComposeArguments
    @OptionGroup var arguments: FormArguments

    func validate() throws {
        try NamedFile.checkStandardInput([form, values.values, arguments.passwordFile])
    }

    func run() async throws {
        let limits = DocumentLimits(on: form ?? work)
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
            guard form != nil else { throw ValidationError("The import stage needs a form.") }
        case .rasterise: try await folder.rasterise(progress: limits.reporting(bar.handler))
        case .detect: try await folder.detect(progress: limits.reporting(bar.handler))
        case .bind: try folder.bind(try values.given())
        case .compose: try folder.compose(composing.options)
        }
    }
}

extension FormStage: ExpressibleByArgument {}
