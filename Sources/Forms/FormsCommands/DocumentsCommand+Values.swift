import FormFilling
import FormwrightCLI
import LocalStore
import FormsDomain
import FailureModel
import ArgumentParser
import Files
import FormModel
import FormImport
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Values: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "values",
            abstract: "Store values for the next fill of a form.",
            discussion: """
                A value replaces the one stored earlier for the same key.

                EXAMPLES
                  formwright documents values 3F2A --values ada.json
                  formwright documents values 3F2A --set "Name=Ada Lovelace"
                  formwright documents values 3F2A --clear
                """)
        @Argument(help: "Document id, or the beginning of one.") var document: String
        @OptionGroup var values: ValueArguments
        @Flag(help: "Discard the values stored earlier.") var clear = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            FilePermissions.inherit(from: [values.values])
            let local = try system.open()
            let document = try await local.client.document(idBeginning: document, in: .all)
            let given = try values.given()
            var entries = given.entries + given.overriding
            if let description = try await FormKind.description(of: document, in: local.client) {
                let binder = Binder(fields: description.fields)
                entries = binder.merged(given)
                _ = try binder.bind(entries)
                if let profile = given.profile { entries += try binder.entries(from: profile, besides: entries) }
            } else if given.profile != nil {
                throw ValidationError(
                    "A profile can be used when the fields of the form are known; process the document first.")
            }
            let all = try await DraftValues(local).add(
                entries, to: document.id, in: .all, replacingAll: clear)
            StandardOutput.print("Values stored for \(document.fileName): \(all.count).")
        }
    }
}
