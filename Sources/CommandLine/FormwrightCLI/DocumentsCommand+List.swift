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
            var clients: [DocumentID: String] = [:]
            for domain in Program.current.domains {
                clients.merge(try await domain.clients(documents, local)) { first, _ in first }
            }
            let listed = documents.map { Listed(document: $0, client: clients[$0.id]) }
            let page = ListPage(listed, of: total, limit: paging.limit, next: documents.last?.sequence)
            if json { return try page.printJSON(as: "documents") }
            // Empty columns of owners and clients are left out.
            let hasOwners = documents.contains { $0.owner != .local }
            let hasClients = !clients.isEmpty
            var table = TextTable(
                ["ID", "STATE"] + (hasOwners ? ["OWNER"] : []) + ["FILE"] + (hasClients ? ["CLIENT"] : []) + [
                    "PAGES", "UPDATED", "FAILURE",
                ])
            for document in documents {
                table.add(
                    [document.id.short, document.state.rawValue] + (hasOwners ? [document.owner.text] : []) + [
                        document.fileName
                    ] + (hasClients ? [clients[document.id] ?? ""] : []) + [
                        document.facts["pages"] ?? "-", document.updatedAt.text,
                        document.failure.map { "\($0.stage): \($0.code)" } ?? "",
                    ])
            }
            StandardOutput.print(table)
            page.printContinuation()
        }
    }

    /// A document in the list.
    private struct Listed: Encodable {
        let document: Document
        let client: String?

        private enum CodingKeys: String, CodingKey { case client }

        func encode(to encoder: any Encoder) throws {
            try document.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(client, forKey: .client)
        }
    }
}
