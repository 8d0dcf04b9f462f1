import ArgumentParser
import FailureModel
import Files
import FormsDomain
import FormwrightCLI
import Foundation
import LocalStore
import Pipeline

struct FormsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forms",
        abstract: "Manage the forms that the office has prepared for everybody.",
        discussion: """
            A form of the office is a blank form with its corrected fields and mapping. Users start documents from it; a \
            correction by one of them applies for everybody. `formwright collect` and the page *Answers* read filled \
            copies of it into a table. See docs/use/forms.md.

            EXAMPLES
              formwright forms share 3F2A --name "Application for benefits" --edition 01/2026
              formwright forms list
              formwright forms start 8D11 --owner ada
              formwright forms change 8D11 --state retired
              formwright forms export 8D11 -o benefits.form.zip
              formwright forms delete 8D11
            """,
        subcommands: [
            List.self, Share.self, Start.self, Change.self, History.self, Export.self, Import.self, Delete.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List forms by name.",
            discussion: """
                EXAMPLES
                  formwright forms list
                  formwright forms list benefits --json
                """)
        @Argument(help: "Part of the name.") var text = ""
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let store = SharedFormStore(try system.open())
            let forms = try await store.forms(containing: text, in: .all, limit: SharedFormStore.countLimit)
            if json { return StandardOutput.write(try JSONText.encode(["forms": forms.map(FormRow.init)])) }
            var table = TextTable(["ID", "NAME", "EDITION", "STATE", "FOR", "SHARED BY", "UPDATED"])
            for form in forms {
                table.add([
                    form.id.description, form.title.name, form.title.edition, form.state.rawValue,
                    form.groups.isEmpty ? "everybody" : form.groups.compactMap(\.group).joined(separator: ", "),
                    form.sharedBy.text, form.updatedAt.text,
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "share",
            abstract: "Make the blank form of a document the office's.",
            discussion: """
                The fields as its owner corrected them, and the confirmed mapping, become the office's.

                EXAMPLES
                  formwright forms share 3F2A --name "Application for benefits" --edition 01/2026
                  formwright forms share 3F2A --replaces 8D11
                """)
        @Argument(help: "Document with the blank form: its id, or the beginning of it.") var document: String
        @Option(help: "Name of the form. Defaults to the document's name without extension.") var name: String?
        @Option(help: "Edition of the form, such as 01/2026.") var edition = ""
        @Option(help: "State of the form.") var state = SharedForm.State.current
        @Option(help: "Form of an earlier edition, which is retired.") var replaces: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let document = try await local.client.document(idBeginning: document, in: .all)
            guard document.kind == FormKind.name else { throw StoreError.documentUnknown(document.id) }
            guard let fields = try await FormKind.fields(of: document, in: local.client) else {
                throw Failure(
                    .moveNotAllowed,
                    "\(document.fileName) is \(document.state.rawValue); its fields are not known yet.")
            }
            let title = try SharedFormTitle(name: name ?? fields.form.name, edition: edition)
            let store = SharedFormStore(local)
            let earlier = if let replaces { try await store.form(idBeginning: replaces).id } else { DocumentID?.none }
            let form = try await store.share(
                document, fields, as: title, state, replacing: earlier, by: document.owner)
            StandardOutput.print("\(form.id)  \(form.title.name)")
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start",
            abstract: "Add a document with a copy of a form, for a worker to analyse.",
            discussion: """
                EXAMPLES
                  formwright forms start 8D11
                  formwright forms start 8D11 --owner ada
                """)
        @OptionGroup var form: SharedFormArgument
        @Option(help: "Owner of the document, in a store shared with a service.") var owner: String?

        func run() async throws {
            let local = try form.system.open()
            let owner = self.owner.map { OwnerID($0) } ?? .local
            try await local.checkReserved(owner)
            let document = try await SharedFormStore(local).start(
                try await form.found().id, in: .all, for: owner, as: DocumentID(UUID()))
            StandardOutput.print("\(document.id)  \(document.fileName)")
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: "Change the name, edition or state of a form, or who sees it.",
            discussion: """
                EXAMPLES
                  formwright forms change 8D11 --name "Application for benefits"
                  formwright forms change 8D11 --state retired
                  formwright forms change 8D11 --group intake --group benefits
                  formwright forms change 8D11 --everybody
                """)
        @OptionGroup var form: SharedFormArgument
        @Option(help: "New name.") var name: String?
        @Option(help: "New edition.") var edition: String?
        @Option(help: "New state.") var state: SharedForm.State?
        @Option(
            name: .customLong("group"),
            help: "Group of users who see the form, besides administrators; repeat it for several.")
        var groups: [String] = []
        @Flag(help: "Show the form to everybody.") var everybody = false

        func validate() throws {
            if everybody, !groups.isEmpty { throw ValidationError("Use either --group or --everybody.") }
        }

        func run() async throws {
            let local = try self.form.system.open()
            let given = everybody ? [] : groups.isEmpty ? nil : groups.map { OwnerID.group($0) }
            for group in given ?? [] { try await local.check(group) }
            let id = try await self.form.found().id
            let form = try await SharedFormStore(local).change(id, in: .all, since: nil) {
                [name, edition, state] in
                let title = try SharedFormTitle(name: name ?? $0.title.name, edition: edition ?? $0.title.edition)
                return (title, state ?? $0.state, given ?? $0.groups)
            }
            StandardOutput.print("\(form.id)  \(form.title.name), \(form.state.rawValue)")
        }
    }

    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "List the versions of a form's corrected fields, newest first.",
            discussion: """
                EXAMPLES
                  formwright forms history 8D11
                """)
        @OptionGroup var form: SharedFormArgument

        func run() async throws {
            var table = TextTable(["VERSION", "MADE", "BY"])
            for version in try await form.store().history(of: try await form.found().id, in: .all) {
                table.add(["\(version.version)", version.time?.text ?? "", version.author?.text ?? ""])
            }
            StandardOutput.print(table)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a form; its corrected fields stay in force.",
            discussion: """
                Documents that were started from it stay.

                EXAMPLES
                  formwright forms delete 8D11
                """)
        @OptionGroup var form: SharedFormArgument

        func run() async throws {
            let found = try await form.found()
            try await form.store().delete(found.id, in: .all)
            StandardOutput.print("\(found.id)  deleted")
        }
    }
}

/// The argument that selects one form of the office, with the options of its store.
struct SharedFormArgument: ParsableArguments {
    @Argument(help: "Form id, or the beginning of one.") var form: String
    @OptionGroup var system: SystemArguments

    func store() throws -> SharedFormStore { SharedFormStore(try system.open()) }

    /// Returns the form.
    ///
    /// - Throws: `Failure`: `form_unknown` if there is no such form, or more than one.
    func found() async throws -> SharedForm { try await store().form(idBeginning: form) }
}

extension SharedForm.State: ExpressibleByArgument {}

/// A form as JSON.
private struct FormRow: Encodable {
    let id: String
    let name: String
    let edition: String
    let state: SharedForm.State
    let replaces: String?
    let version: Int
    let sharedBy: String
    let sharedAt: Date
    let updatedAt: Date

    init(_ form: SharedForm) {
        id = form.id.description
        name = form.title.name
        edition = form.title.edition
        state = form.state
        replaces = form.replaces?.description
        version = form.version
        sharedBy = form.sharedBy.text
        sharedAt = form.sharedAt.date
        updatedAt = form.updatedAt.date
    }
}
