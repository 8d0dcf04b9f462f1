import ArgumentParser
import FailureModel
import Files
import FormModel
import FormsDomain
import FormwrightCLI
import Foundation
import Pipeline
import Threads

extension TemplatesCommand {
    struct Pack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pack",
            abstract: "Write templates to a folder or ZIP file to share them.",
            discussion: """
                A pack is text: the corrected fields of each form and what its pages print, so that scans and photos are \
                recognised too. It contains no values, documents, owners or dates, but the names of the templates, which \
                are file names where a form has no title; see docs/use/template-packs.md.

                An existing pack is updated in place, so that it can be kept under version control.

                EXAMPLES
                  formwright templates pack -o packs/office
                  formwright templates pack 3F2A 81C0 -o benefits.zip --name "Benefits, county"
                  openssl genpkey -algorithm ed25519 -out pack.key
                  formwright templates pack -o packs/office --key pack.key
                """)
        @Argument(help: "Template ids, or their beginnings. Without any, all shared templates.") var templates:
            [String] =
                []
        @Option(name: [.short, .long], help: "Folder, or ZIP file whose name ends with .zip.", completion: .directory)
        var output: String
        @Option(help: "Name of the pack. Defaults to that of the folder or file.") var name: String?
        @Option(help: "Private key for Ed25519 in PEM, to sign the pack.", completion: .file()) var key: String?
        @Flag(help: "Keep the initial values of fields, such as the office's address.") var initialValues = false
        @Flag(help: "Replace a ZIP file that exists.") var overwrite = false
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var owners: TemplateOwnerArguments
        @OptionGroup var system: SystemArguments

        private static let keyLimit = 64 << 10

        func run() async throws {
            let url = URL(fileURLWithPath: output)
            guard overwrite || !TemplatePack.isZIP(url) || !FileManager.default.fileExists(atPath: url.path) else {
                throw Failure(.outputExists, "\(output) exists; name another file, or replace it with --overwrite.")
            }
            let secret = try key.map { try InputFile.read(URL(fileURLWithPath: $0), limit: Self.keyLimit) }
            let store = TemplateStore(try system.open())
            let chosen = try await chosen(store)
            guard !chosen.isEmpty else {
                throw Failure(.templateUnknown, "There are no templates to write.")
            }
            var pack = try TemplatePack(name: name ?? url.deletingPathExtension().lastPathComponent)
            let added = try await store.add(chosen, to: &pack, initialValues: initialValues)
            let publicKey = try secret.map { try pack.sign(withKey: $0) }
            let written = pack
            try await WorkerThreads.shared.run { try written.write(to: url) }
            if json {
                let outcome = Outcome(templates: added, publicKey: publicKey)
                return StandardOutput.write(try JSONText.encode(outcome))
            }
            print(added, publicKey: publicKey)
        }

        /// What was written, in the JSON output.
        private struct Outcome: Encodable {
            let templates: [TemplateStore.PackedTemplate]
            let publicKey: String?
        }

        /// The templates to write: those named, or else all in the scope.
        private func chosen(_ store: TemplateStore) async throws -> [StoredTemplate.Summary] {
            let all = try await store.summaries(in: owners.scope)
            guard !templates.isEmpty else {
                return owners.owner == nil ? all.filter(\.owner.isEmpty) : all
            }
            var chosen: [StoredTemplate.Summary] = []
            for text in templates {
                let id = try await store.template(idBeginning: text, in: owners.scope).template.id
                chosen += all.filter { $0.id == id }
            }
            return chosen
        }

        private func print(_ added: [TemplateStore.PackedTemplate], publicKey: String?) {
            var table = TextTable(["ID", "NAME", "FIELDS", "PAGES RECOGNISED"])
            for template in added {
                table.add([
                    String(template.id.uuidString.prefix(8)), template.name, "\(template.fieldCount)",
                    "\(template.printCount)",
                ])
            }
            StandardOutput.print(table)
            let leftOut = added.reduce(0) { $0 + $1.initialValuesLeftOut }
            if leftOut > 0 {
                StandardError.print(
                    "\(leftOut.counted("initial value")) left out; --initial-values keeps them")
            }
            if let publicKey { StandardError.print("signed; the public key is \(publicKey)") }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Rename a template.",
            discussion: """
                EXAMPLES
                  formwright templates rename 3F2A "Application for benefits"
                """)
        @OptionGroup var template: TemplateArgument
        @Argument(help: "The new name.") var name: String

        func run() async throws {
            let stored = try await template.stored()
            let renamed = try await template.store().rename(stored.template.id, name, in: .owner(stored.owner))
            StandardOutput.print("\(renamed.template.id)  \(renamed.template.name)")
        }
    }
}
