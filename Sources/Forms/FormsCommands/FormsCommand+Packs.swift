import ArgumentParser
import FailureModel
import Files
import FormsDomain
import FormwrightCLI
import Foundation
import Pipeline

extension FormsCommand {
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write a form to a file, with its corrected fields and mapping.",
            discussion: """
                The file is a ZIP with the blank form, form.json, template.json and mapping.json, for a backup or another \
                office.

                EXAMPLES
                  formwright forms export 8D11 -o benefits.form.zip
                """)
        @OptionGroup var form: SharedFormArgument
        @Option(name: [.short, .long], help: "File to write.", completion: .file(extensions: ["zip"])) var output:
            String
        @Flag(help: "Replace a file that exists.") var overwrite = false

        func run() async throws {
            let found = try await form.found()
            guard overwrite || !FileManager.default.fileExists(atPath: output) else {
                throw Failure(.outputExists, "\(output) exists; name another file, or replace it with --overwrite.")
            }
            let pack = try await form.store().pack(of: found.id)
            let file = try GrowingFile(at: URL(fileURLWithPath: output))
            try pack.write(to: file.rawDescriptor, name: output)
            try file.finish()
            StandardOutput.print("\(found.id)  \(found.title.name)")
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Add a form from a file that export wrote.",
            discussion: """
                EXAMPLES
                  formwright forms import benefits.form.zip
                  formwright forms import benefits.form.zip --state draft
                """)
        @Argument(help: "File with the form.", completion: .file(extensions: ["zip"])) var file: String
        @Option(help: "State of the form.") var state = SharedForm.State.current
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let store = SharedFormStore(try system.open())
            let pack = try FormPack(try NamedFile.read(file, limit: FormPack.sizeLimit))
            let form = try await store.add(pack, state, by: .local)
            StandardOutput.print("\(form.id)  \(form.title.name)")
        }
    }
}
