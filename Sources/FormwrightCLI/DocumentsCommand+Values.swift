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
            let runtime = try Runtime(system.settings())
            let document = try await StoreLookup(runtime: runtime).document(document)
            let kept = KeptValues(runtime: runtime)
            if clear { try kept.clear(document.id) }
            let all = try kept.add(try values.entries(), to: document.id)
            StandardOutput.print("\(all.count) values are kept for \(document.fileName).")
        }
    }
}
