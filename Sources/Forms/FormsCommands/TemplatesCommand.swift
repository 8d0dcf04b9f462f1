import FormwrightCLI
import FormsDomain
import ArgumentParser
import FailureModel
import Files
import FormModel
import Foundation
import Pipeline

struct TemplatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "Manage templates: the corrected fields of forms.",
        discussion: """
            A template is the list of a form's fields as somebody corrected them. Every copy of the form comes with it; see \
            docs/use/templates.md. A template is identified by its id, or by the beginning of its id if that is unique.

            EXAMPLES
              formwright templates list
              formwright templates show 3F2A
              formwright templates export 3F2A > w9.template.json
              formwright templates import w9.template.json
              formwright templates pack -o packs/office
              formwright templates import packs/office
              formwright templates rename 3F2A "Application for benefits"
              formwright templates delete 3F2A
              formwright templates index
            """,
        subcommands: [
            List.self, Show.self, Export.self, Import.self, Pack.self, Rename.self, Delete.self, Index.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List templates by name.",
            discussion: """
                EXAMPLES
                  formwright templates list
                  formwright templates list --owner ada --json
                """)
        @OptionGroup var owners: TemplateOwnerArguments
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let templates = try await TemplateStore(system.open()).summaries(in: owners.scope)
            if json {
                let text = try JSONText.encode(["templates": templates])
                return StandardOutput.write(text)
            }
            let hasOwners = templates.contains { !$0.owner.isEmpty }
            var table = TextTable(["ID", "NAME"] + (hasOwners ? ["OWNER"] : []) + ["VERSION", "FIELDS", "UPDATED"])
            for template in templates {
                table.add(
                    [String(template.id.uuidString.prefix(8)), template.name] + (hasOwners ? [template.owner] : []) + [
                        "\(template.version)", "\(template.fieldCount)", Timestamp(template.updatedAt).text,
                    ])
            }
            StandardOutput.print(table)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the fields of a template.",
            discussion: """
                EXAMPLES
                  formwright templates show 3F2A
                """)
        @OptionGroup var template: TemplateArgument

        func run() async throws {
            let stored = try await template.stored()
            StandardOutput.print("id        \(stored.template.id)")
            if stored.owner != .local { StandardOutput.print("owner     \(stored.owner.text)") }
            StandardOutput.print("digest    \(stored.template.digest)")
            StandardOutput.print("version   \(stored.template.version)")
            StandardOutput.print("updated   \(stored.updatedAt.text)")
            StandardOutput.print("")
            StandardOutput.write(FieldTable(stored.template).text(fitting: StandardOutput.terminalWidth))
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Print a template as JSON, for a backup or another store.",
            discussion: """
                EXAMPLES
                  formwright templates export 3F2A > w9.template.json
                  formwright templates export 3F2A -o w9.template.json
                """)
        @OptionGroup var template: TemplateArgument
        @Option(name: [.short, .long], help: "File for the template, or - for standard output.")
        var output = "-"

        func run() async throws {
            FilePermissions.restrictToUser()
            try NamedFile.write(try JSONText.encode(try await template.stored().template), to: output)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a template; its form reverts to the detected fields.",
            discussion: """
                Fills that have begun keep the fields that they use.

                EXAMPLES
                  formwright templates delete 3F2A
                """)
        @OptionGroup var template: TemplateArgument

        func run() async throws {
            let stored = try await template.stored()
            try await template.store().delete(stored.template.id, in: .owner(stored.owner))
            StandardOutput.print("\(stored.template.id)  deleted")
        }
    }
}

extension TemplatesCommand {
    struct Index: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "index",
            abstract: "Make older templates recognise scans, photos and other copies.",
            discussion: """
                A template recognises copies by what its form prints. That is kept since the first correction of the form; \
                this command makes it for older and imported templates, from documents that the store still has.

                EXAMPLES
                  formwright templates index
                  formwright templates index --json
                """)
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let bar = ProgressBar()
            defer { bar.clear() }
            let outcome = try await PrintIndexing(system.open()).run { bar.show("index", $0, of: $1) }
            bar.clear()
            if json { return StandardOutput.write(try JSONText.encode(outcome)) }
            StandardOutput.print("\(outcome.indexed.counted("form")) indexed")
            for digest in outcome.missing {
                StandardOutput.print("\(digest.prefix(12))  no document of this form is stored")
            }
        }
    }
}

/// The option that limits templates to those available to one owner.
struct TemplateOwnerArguments: ParsableArguments {
    @Option(help: "Only templates available to this owner: their own and shared ones.")
    var owner: String?

    var scope: OwnerScope { owner.map { .owner(OwnerID($0)) } ?? .all }
}

/// The argument that selects one template, with the options of its store.
struct TemplateArgument: ParsableArguments {
    @Argument(help: "Template id, or the beginning of one.") var template: String
    @OptionGroup var owners: TemplateOwnerArguments
    @OptionGroup var system: SystemArguments

    func store() throws -> TemplateStore { TemplateStore(try system.open()) }

    /// Returns the template with its fields.
    ///
    /// - Throws: `Failure`: `template_unknown` if there is no such template, or more than one.
    func stored() async throws -> StoredTemplate {
        try await store().template(idBeginning: template, in: owners.scope)
    }
}
