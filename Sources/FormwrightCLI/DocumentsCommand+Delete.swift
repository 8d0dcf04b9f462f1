import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Forms
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Deletes documents with everything made of them.",
            discussion: """
                The bytes leave the disk within two hours, when a worker or watcher runs, or with jobs purge: for an hour \
                they may belong to work that has not been written down yet.
                """)
        @Argument(help: "Ids of documents, or their beginnings.") var documents: [String]
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            for text in documents {
                let document = try await StoreLookup(runtime: runtime).document(text)
                try await runtime.client.delete(document.id, in: .all)
                try KeptValues(runtime: runtime).clear(document.id)
                StandardOutput.print("\(document.id)  deleted")
            }
            _ = try await runtime.client.collectGarbage()
        }
    }
}
