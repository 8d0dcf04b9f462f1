import LocalStore
import FailureModel
import ArgumentParser
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List documents, newest first.",
            discussion: """
                EXAMPLES
                  formwright documents list --state failed
                  formwright documents list --text lease --limit 10 --json
                """)
        @Option(help: "Only documents in this state.") var state: DocumentState?
        @OptionGroup var owners: OwnerArguments
        @Option(help: "Only documents of this kind.") var kind: String?
        @Option(help: "Only documents with these words in their file name, client, tags or notes.") var text: String?
        @OptionGroup var paging: PageArguments
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let query = DocumentQuery(
                in: owners.scope, state: state, kind: kind.map { KindName($0) }, text: text, before: paging.before,
                limit: paging.limit)
            let (documents, total) = try await local.store.page(query)
            let page = ListPage(documents, of: total, limit: paging.limit, next: documents.last?.sequence)
            if json { return try page.printJSON(as: "documents") }
            // An empty owner column is left out.
            let hasOwners = documents.contains { $0.owner != .local }
            var table = TextTable(
                ["ID", "STATE"] + (hasOwners ? ["OWNER"] : []) + ["FILE", "PAGES", "UPDATED", "FAILURE"])
            for document in documents {
                table.add(
                    [document.id.short, document.state.rawValue] + (hasOwners ? [document.owner.text] : []) + [
                        document.fileName, document.facts["pages"] ?? "-", document.updatedAt.text,
                        document.failure.map { "\($0.stage): \($0.code)" } ?? "",
                    ])
            }
            StandardOutput.print(table)
            page.printContinuation()
        }
    }
}
