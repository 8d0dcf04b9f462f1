import Accounts
import ArgumentParser
import Formwright
import Foundation
import HTTPService
import Pipeline
import Storytelling
import StorytellingSQLite
import StorytellingService

struct FamiliesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "families",
        abstract:
            "Create, list, export and delete families that keep their children's artworks, and invite people to them.",
        discussion: """
            Apps reach a family over HTTP (formwright serve), with the address and the key that create and keys print, and \
            with the e-mail address and password of a member; see docs/families.md. A family is named by its name, or by its \
            ID if several have that name.

            EXAMPLES
              formwright families create "The Lovelaces" --owner ada@example.org
              formwright families invite "The Lovelaces" --role member
              formwright families members "The Lovelaces"
              formwright families keys
              formwright families export "The Lovelaces" -o lovelaces.zip
            """,
        subcommands: [
            Create.self, Invite.self, List.self, Members.self, Keys.self, Export.self, Import.self, Delete.self,
        ])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a family, and its owner if the owner is no user yet.",
            discussion: """
                The password of a new owner has at least 10 characters. It is asked for twice, unless it comes from a file. \
                Prints what an app asks for: the address of the service and the app's key.

                EXAMPLES
                  formwright families create "The Lovelaces" --owner ada@example.org
                  formwright families create "The Lovelaces" --owner ada@example.org --password-file ada.txt
                """)
        @Argument(help: "Name of the family.") var name: String
        @Option(help: "E-mail address of its owner.") var owner: String
        @OptionGroup var passwords: PasswordArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let owner = try EmailAddress(owner)
            let isKnown = try await families.accounts.user(with: owner) != nil
            let password = isKnown ? nil : try passwords.new(of: owner.text)
            let family = try await families.administration.create(name, owner: owner, password: password)
            StandardOutput.print("\(family.name)  created")
            try await families.printKeys()
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a code and a link by which one person joins a family within seven days.",
            discussion: """
                Somebody new types the code when signing up in the app; a member of another family uses it there as well. The \
                link opens the page of families; only the code is printed on standard output. A \
                viewer looks, reacts and comments; a member also adds artworks; a parent also changes everybody's artworks, \
                children and members.

                EXAMPLES
                  formwright families invite "The Lovelaces"
                  formwright families invite "The Lovelaces" --role parent --nickname Dad
                """)
        /// What the person who joins will be; owners are made by an owner.
        enum Role: String, ExpressibleByArgument, CaseIterable { case parent, member, viewer }

        @OptionGroup var family: FamilyArguments
        @Option(help: "What the person may do.") var role = Role.member
        @Option(help: "What the family calls the person.") var nickname: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let role: FamilyRole =
                switch self.role {
                case .parent: .parent
                case .member: .member
                case .viewer: .viewer
                }
            let invite = try await families.administration.invite(
                to: try await families.administration.family(family.name), as: role, nickname: nickname)
            StandardOutput.print(invite.code)
            StandardError.print(
                "Or as a link: \(families.address)/stories#/invite/\(invite.code)\n"
                    + "For one person, as \(role.rawValue), until \(invite.expiresAt.prefix(10)).")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List families by name.",
            discussion: """
                EXAMPLES
                  formwright families list
                  formwright families list --ids
                  formwright families list --json
                """)
        @Flag(help: "Show IDs.") var ids = false
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        /// A family as JSON.
        private struct Entry: Encodable {
            let id: String
            let name: String
            let members: Int
            let artworks: Int
            let createdAt: String
        }

        func run() async throws {
            let families = try await FamilyTools(system).administration.list()
            if json {
                let entries = families.map {
                    Entry(
                        id: $0.id, name: $0.name, members: $0.members, artworks: $0.artworks, createdAt: $0.createdAt)
                }
                return try ListPage(entries, of: entries.count, limit: .max, next: nil).printJSON(as: "families")
            }
            var table = TextTable((ids ? ["ID"] : []) + ["NAME", "MEMBERS", "ARTWORKS", "CREATED"])
            for family in families {
                table.add(
                    (ids ? [family.id] : []) + [
                        family.name, "\(family.members)", "\(family.artworks)", String(family.createdAt.prefix(10)),
                    ])
            }
            StandardOutput.print(table)
        }
    }

    struct Members: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the members of a family.",
            discussion: """
                EXAMPLES
                  formwright families members "The Lovelaces"
                  formwright families members "The Lovelaces" --json
                """)
        @OptionGroup var family: FamilyArguments
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        /// A member as JSON.
        private struct Entry: Encodable {
            let email: String?
            let nickname: String?
            let role: String
            let joinedAt: String
        }

        func run() async throws {
            let administration = try await FamilyTools(system).administration
            let members = try await administration.members(of: try await administration.family(family.name))
            if json {
                let entries = members.map {
                    Entry(email: $0.email, nickname: $0.nickname, role: $0.role, joinedAt: $0.joinedAt)
                }
                return try ListPage(entries, of: entries.count, limit: .max, next: nil).printJSON(as: "members")
            }
            var table = TextTable(["EMAIL", "NICKNAME", "ROLE", "JOINED"])
            for member in members {
                table.add([member.email ?? "", member.nickname ?? "", member.role, String(member.joinedAt.prefix(10))])
            }
            StandardOutput.print(table)
        }
    }

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the address of the service and the key for apps.",
            discussion: """
                An app that was written for a Supabase project asks for both: the project's URL, and its anon key. The key \
                opens nothing without a member's login, and does not expire. It is made of tokens.key in the store's folder; \
                replacing that file ends all logins of apps and makes another key.

                EXAMPLES
                  formwright families keys
                  formwright families keys --json
                """)
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws { try await FamilyTools(system).printKeys(asJSON: json) }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a family for good; its members stay users.",
            discussion: """
                A family that has artworks is deleted only together with them, and with their pictures.

                EXAMPLES
                  formwright families delete "The Lovelaces"
                  formwright families delete "The Lovelaces" --with-artworks
                """)
        @OptionGroup var family: FamilyArguments
        @Flag(help: "Delete the family's artworks and pictures, too.") var withArtworks = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let found = try await families.administration.family(family.name)
            try await families.administration.delete(found, withArtworks: withArtworks)
            _ = try await families.local.client.collectGarbage()
            StandardOutput.print("\(found.name)  deleted, with artworks: \(found.artworks)")
        }
    }
}

/// The argument that names a family.
struct FamilyArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Name of the family, or its ID.", valueName: "family")) var name: String
}

/// What the commands for families work with.
struct FamilyTools {
    let local: LocalSystem
    let families: FamilyStore
    let accounts: ProjectAccounts
    let administration: FamilyAdministration
    /// The address of the service, as the settings have it.
    let address: String

    init(_ system: SystemArguments) async throws {
        let program = try ProgramSettings(reading: SettingsSource(path: system.config), store: system.store)
        try program.source.file.finish()
        local = try LocalSystem(program.system, domains: FamilySystem.domains())
        let key = try KeyFile.key(in: program.system.folder.appendingPathComponent("tokens.key"))
        accounts = ProjectAccounts(Accounts(local.database), signer: await TokenSigner(key: key))
        families = try FamilySystem.families(in: local)
        administration = FamilyAdministration(families, accounts: accounts)
        address = program.service.publicURL?.origin ?? "http://\(program.service.bind):\(program.service.port)"
    }

    /// The address and the key as JSON.
    private struct Entry: Encodable {
        let url: String
        let key: String
    }

    /// Prints what an app asks for.
    func printKeys(asJSON: Bool = false) async throws {
        let key = try await accounts.appKey()
        if asJSON {
            let entry = try JSONResponse.encode(Entry(url: address, key: key))
            StandardOutput.print(String(decoding: entry, as: UTF8.self))
        } else {
            StandardOutput.print("address  \(address)")
            StandardOutput.print("key      \(key)")
        }
    }
}
