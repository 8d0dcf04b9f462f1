import LocalStore
import FailureModel
import ArgumentParser
import Audit
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete documents and everything made from them.",
            discussion: """
                The stored bytes are removed from the disk at once, unless another document has the same ones. What running \
                work may need is removed within two hours by a running worker or watcher, or by jobs purge.

                EXAMPLES
                  formwright documents delete 3F2A 77C0
                """)
        @Argument(help: "Document ids, or the beginnings of them.") var documents: [String]
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            for text in documents {
                let document = try await local.client.document(idBeginning: text, in: .all)
                try await local.audit.record(
                    .deleted, of: document.id, by: AuditActor(owner: document.owner, credential: "command line"))
                try await local.client.delete(document.id, in: .all)
                StandardOutput.print("\(document.id)  deleted")
            }
            _ = try await local.client.collectGarbage()
        }
    }
}
