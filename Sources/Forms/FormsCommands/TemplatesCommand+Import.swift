import ArgumentParser
import FailureModel
import Files
import FormModel
import FormsDomain
import FormwrightCLI
import Foundation
import LocalStore
import Pipeline
import Threads

extension TemplatesCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Add a template from a file, or all templates of a pack.",
            discussion: """
                A pack is a folder, or a ZIP file whose name ends with .zip, that `formwright templates pack` wrote. All of \
                its templates are added, or none. If there is a template for a form already, the imported one becomes its \
                newest version.

                If the settings name trusted keys (packs: trusted:), a pack must be signed with one of them.

                EXAMPLES
                  formwright templates import w9.template.json
                  formwright templates import w9.template.json --owner ada
                  formwright templates import packs/office --check
                  formwright templates import packs/office
                """)
        @Argument(help: "The template or pack, or - for a template on standard input.", completion: .file())
        var file: String
        @Option(help: "Owner of the templates. Without it, they are shared with everyone.") var owner: String?
        @Flag(help: "Check the file and list what is in it, without adding anything.") var check = false
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        /// Maximum size of a template in bytes.
        private static let sizeLimit = 64 << 20

        func run() async throws {
            if let pack = packURL { return try await run(pack) }
            let template = try FormTemplate(
                decoding: try NamedFile.read(file, limit: Self.sizeLimit), name: NamedFile.name(file))
            if check { return try print(checked: [try template.validated()]) }
            let stored = try await TemplateStore(system.open()).put(template, owner: ownerID)
            if json { return StandardOutput.write(try JSONText.encode(stored.summary)) }
            StandardOutput.print(
                "\(stored.template.id)  \(stored.template.name), version \(stored.template.version)")
        }

        private var ownerID: OwnerID { owner.map { OwnerID($0) } ?? .local }

        /// The pack, if the argument names one.
        private var packURL: URL? {
            guard file != "-" else { return nil }
            let url = URL(fileURLWithPath: file)
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            return exists && (isFolder.boolValue || TemplatePack.isZIP(url)) ? url : nil
        }

        private func run(_ url: URL) async throws {
            let pack = try await WorkerThreads.shared.run { try TemplatePack(contentsOf: url) }
            let signer = try system.program().system.section(PackSettings.self).signer(of: pack)
            StandardError.print(Self.note(on: pack, signer))
            if check {
                return try print(checked: try await WorkerThreads.shared.run { try pack.checkedTemplates() })
            }
            let added = try await TemplateStore(system.open()).put(pack, owner: ownerID)
            if json { return StandardOutput.write(try JSONText.encode(["templates": added])) }
            print(
                added.map { [String($0.id.uuidString.prefix(8)), $0.name, "\($0.fieldCount)", $0.change.rawValue] },
                ["ID", "NAME", "FIELDS", "CHANGE"])
        }

        private func print(checked templates: [FormTemplate]) throws {
            let checked = templates.map {
                CheckedTemplate(name: $0.name, digest: $0.digest, fieldCount: $0.fields.count)
            }
            if json { return StandardOutput.write(try JSONText.encode(["templates": checked])) }
            print(checked.map { [$0.name, "\($0.fieldCount)"] }, ["NAME", "FIELDS"])
        }

        /// A template that could be imported, in the JSON output.
        private struct CheckedTemplate: Encodable {
            let name: String
            let digest: String
            let fieldCount: Int
        }

        private func print(_ rows: [[String]], _ header: [String]) {
            var table = TextTable(header)
            for row in rows { table.add(row) }
            StandardOutput.print(table)
        }

        private static func note(on pack: TemplatePack, _ signer: String?) -> String {
            let signature =
                signer.map { "signed with the trusted key “\($0)”" }
                ?? (pack.isSigned ? "signed, but the settings name no trusted keys" : "not signed")
            return "“\(pack.name)”: \(pack.count.counted("template")), \(signature)"
        }
    }
}
