import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Forms
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Puts forms into the store; a worker analyses them.")
        @Argument(help: "PDF, JPEG, PNG or TIFF files.", completion: .file()) var forms: [String]
        @Option(help: "Urgent work first: a greater number is earlier.") var priority = 0
        @Option(help: "The owner of the documents, for a store that a service shares.") var owner: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            for form in forms {
                let data = try NamedFile.read(form, limit: Limits().fileSize)
                let name = NamedFile.name(form)
                let document = try await runtime.client.importDocument(
                    data, owner: owner.map { OwnerID($0) } ?? .local, kind: FormKind.name, fileName: name,
                    mediaType: try FormKind.mediaType(of: data, fileName: name), priority: priority)
                _ = try await runtime.client.process(document.id, in: .all)
                StandardOutput.print("\(document.id)  \(name)")
            }
        }
    }
}
