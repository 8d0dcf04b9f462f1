import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Forms
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Values: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keeps values for the next fill; later ones for the same key replace earlier ones.")
        @Argument(help: "The document's id, or its beginning.") var document: String
        @OptionGroup var values: ValueArguments
        @Flag(help: "Forget what was kept before.") var clear = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            FilePermissions.inherit(from: [values.values])
            let local = try system.open()
            let document = try await local.client.document(idBeginning: document, in: .all)
            let all = try await DraftValues(local).add(
                try values.entries(), to: document.id, in: .all, replacingAll: clear)
            StandardOutput.print("\(all.count) values are kept for \(document.fileName).")
        }
    }
}
