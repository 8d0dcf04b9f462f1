import ArgumentParser
import FailureModel
import FormsAPI
import FormsDomain
import FormsService
import FormwrightCLI
import Files
import Foundation
import LocalStore
import Pipeline

extension DocumentsCommand {
    struct Case: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "case",
            abstract: "Show or change the name, client, tags and notes of a document.",
            discussion: """
                Without options to change them, the command shows them. Documents are found by all of them.

                EXAMPLES
                  formwright documents case 3F2A
                  formwright documents case 3F2A --client "Ada Lovelace" --tag appeal --tag 2026
                  formwright documents case 3F2A --rename "Lease of Ada Lovelace"
                  formwright documents case 3F2A --owner @group:intake
                  formwright documents list --text lovelace
                """)
        @Argument(help: "Document id, or the beginning of one.") var document: String
        @Option(help: "Client or case; an empty text removes it.") var client: String?
        @Option(
            name: .customLong("tag"), help: ArgumentHelp("Tag; repeat for several, which replace all earlier ones."))
        var tags: [String] = []
        @Flag(help: "Remove all tags.") var noTags = false
        @Option(help: "Notes; an empty text removes them.") var notes: String?
        @Option(help: "New file name; the extension stays.") var rename: String?
        @Option(help: "New owner: a user, or @group: and the name of a group.") var owner: String?
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func validate() throws {
            if noTags, !tags.isEmpty { throw ValidationError("Use either --tag or --no-tags.") }
        }

        func run() async throws {
            let local = try system.open()
            let document = try await DocumentsCommand.form(document, in: local)
            let newOwner = owner.map { OwnerID($0) }
            if let newOwner { try await local.check(newOwner) }
            let change = CaseChange(
                fileName: rename, client: client, tags: noTags ? [] : tags.isEmpty ? nil : tags, notes: notes,
                owner: newOwner)
            let cases = CaseStore(local)
            let found =
                change == CaseChange()
                ? try await cases.case(document.id, in: .all)
                : try await cases.change(document.id, in: .all, since: nil, change)
            if json {
                return StandardOutput.write(String(decoding: try JSONText.encode(DocumentCase(found)), as: UTF8.self))
            }
            StandardOutput.print("file      \(found.document.fileName)")
            if let group = found.document.owner.group { StandardOutput.print("group     \(group)") }
            if !found.details.client.isEmpty { StandardOutput.print("client    \(found.details.client)") }
            if !found.details.tags.isEmpty {
                StandardOutput.print("tags      \(found.details.tags.joined(separator: ", "))")
            }
            guard !found.details.notes.isEmpty else { return }
            let lines = found.details.notes.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                StandardOutput.print((index == 0 ? "notes     " : "          ") + line)
            }
        }
    }

    struct Duplicate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "duplicate",
            abstract: "Add a document with the form, values and details of another one.",
            discussion: """
                The filled form and signatures are not copied. Fill the new one with `formwright documents compose`.

                EXAMPLES
                  formwright documents duplicate 3F2A
                """)
        @Argument(help: "Document id, or the beginning of one.") var document: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let document = try await DocumentsCommand.form(document, in: local)
            let copy = try await CaseStore(local).duplicate(document.id, in: .all, as: DocumentID(UUID()))
            StandardOutput.print("\(copy.id)  \(copy.fileName)")
        }
    }

    /// Returns the form with an ID or unique ID prefix.
    fileprivate static func form(_ id: String, in local: LocalSystem) async throws -> Document {
        let document = try await local.client.document(idBeginning: id, in: .all)
        guard document.kind == FormKind.name else {
            throw Failure(.documentUnknown, "\(document.fileName) is of kind “\(document.kind)”, not a form.")
        }
        return document
    }
}
