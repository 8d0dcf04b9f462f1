import LocalStore
import ArgumentParser
import Audit
import Foundation
import Pipeline

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List accesses to documents and changes of users, newest first.",
        discussion: """
            The service records uploads, views, changes, fills, downloads and deletions with the user and how the user was \
            known: the name of a token, a session, a signed link, or the machine itself. It records no values and no names \
            of files. Changes of users are recorded with who made them. Repeated views within ten minutes are one entry, as are downloads of the same file within one. \
            Entries are kept for a year, or as long as pipeline.yaml says.

            EXAMPLES
              formwright audit --since 2026-01-31
              formwright audit --document 3F2A --json
            """)

    @Option(help: "Only entries about this document, even if deleted: its id, or the beginning of it.")
    var document: String?
    @Option(help: "Only entries of this user.") var owner: String?
    @Option(help: "Only entries since this date, or date and time: 2026-01-31 or 2026-01-31T08:00:00Z, in UTC.")
    var since: String?
    @OptionGroup var paging: PageArguments
    @Flag(help: "Print JSON.") var json = false
    @OptionGroup var system: SystemArguments

    func validate() throws {
        guard let since else { return }
        guard Self.moment(since) != nil else {
            throw ValidationError("--since takes a date such as 2026-01-31 or 2026-01-31T08:00:00Z.")
        }
    }

    func run() async throws {
        let local = try system.open()
        var query = AuditQuery(
            owner: owner.map { OwnerID($0) }, since: since.flatMap(Self.moment), before: paging.before,
            limit: paging.limit)
        if let document { query.document = try await id(document, local) }
        let entries = try await local.audit.entries(query)
        let page = ListPage(
            entries, of: try await local.audit.count(query), limit: paging.limit, next: entries.last?.sequence)
        if json { return try page.printJSON(as: "entries") }
        var table = TextTable(["TIME", "USER", "BY", "ACTION", "ABOUT"])
        for entry in entries {
            table.add([
                entry.at.text, entry.actor.owner.text, entry.actor.credential, entry.action.rawValue,
                [entry.document?.description, entry.subject, entry.detail.map { "(\($0))" }].compactMap(\.self)
                    .joined(separator: " "),
            ])
        }
        StandardOutput.print(table)
        page.printContinuation()
    }

    /// Returns the ID of a document, possibly a deleted one if it is complete.
    private func id(_ text: String, _ local: LocalSystem) async throws -> DocumentID {
        if let id = DocumentID(text) { return id }
        return try await local.client.document(idBeginning: text, in: .all).id
    }

    private static func moment(_ text: String) -> Timestamp? {
        let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day))
        return date.map { Timestamp($0) }
    }
}
