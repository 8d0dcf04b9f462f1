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
    struct Fields: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fields",
            abstract: "Print the fields of an analysed form.",
            discussion: """
                EXAMPLES
                  formwright documents fields 3F2A
                  formwright documents fields 3F2A --json > w9.fields.json
                """)
        @Argument(help: "Document id, or the beginning of one.") var document: String
        @Flag(help: "Print JSON, in the format of inspect --json.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let document = try await local.client.document(idBeginning: document, in: .all)
            guard document.kind == FormKind.name else {
                throw Failure(
                    .unknownField, "\(document.fileName) is of kind “\(document.kind)”, which has no fields.")
            }
            guard let description = try await FormKind.description(of: document, in: local.client) else {
                throw Failure(
                    .moveNotAllowed,
                    "\(document.fileName) is \(document.state.rawValue); its fields are not known yet.")
            }
            let text =
                json
                ? String(decoding: try JSONText.encode(description), as: UTF8.self)
                : FieldTable(description).text(fitting: StandardOutput.terminalWidth)
            StandardOutput.write(text)
        }
    }
}
