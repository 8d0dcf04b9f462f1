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
            abstract: "Delete documents and everything made from them.",
            discussion: """
                A running worker or watcher removes the stored bytes from the disk within two hours; jobs purge removes \
                them, too. They are kept for an hour, since they may belong to work that has not been recorded yet.

                EXAMPLES
                  formwright documents delete 3F2A 77C0
                """)
        @Argument(help: "Document ids, or the beginnings of them.") var documents: [String]
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
