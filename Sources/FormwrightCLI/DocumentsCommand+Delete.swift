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
            let local = try system.open()
            for text in documents {
                let document = try await local.client.document(idBeginning: text, in: .all)
                try await local.client.delete(document.id, in: .all)
                StandardOutput.print("\(document.id)  deleted")
            }
            _ = try await local.client.collectGarbage()
        }
    }
}
