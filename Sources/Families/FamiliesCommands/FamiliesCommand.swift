import Files
import FormwrightCLI
import LocalStore
import Users
import ArgumentParser
import Foundation
import HTTPService
import Pipeline
import Families
import FamiliesSQL
import FamiliesService

struct FamiliesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "families",
        abstract:
            "Manage families, their members and their children's artworks.",
        discussion: """
            Members use the page /stories of the service (formwright serve), with their e-mail address and password. Apps \
            also need the address and the key that create and credentials print; see docs/serve/families.md. A family is \
            named by its name, or by its ID if several have that name.

            EXAMPLES
              formwright families create "The Lovelaces" --owner ada@example.org
              formwright families invite "The Lovelaces" --role member
              formwright families members "The Lovelaces"
              formwright families update-member "The Lovelaces" ben@example.org --role parent
              formwright families credentials
              formwright families export "The Lovelaces" -o lovelaces.zip
            """,
        subcommands: [
            Create.self, List.self, Rename.self, Invite.self, Invites.self, RevokeInvite.self, Members.self,
            UpdateMember.self,
            RemoveMember.self, Credentials.self, Export.self, Import.self, Purge.self, Delete.self,
        ])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a family, and its owner if they are not a user yet.",
            discussion: """
                The password of a new owner has at least 10 characters. It is asked for twice, unless it comes from a file. \
                Prints the family's ID, and what an app asks for: the address of the service and the app's key.

                EXAMPLES
                  formwright families create "The Lovelaces" --owner ada@example.org
                  formwright families create "The Lovelaces" --owner ada@example.org --password-file ada.txt
                  formwright families create "The Lovelaces" --owner ada@example.org --nickname Mum
                """)
        @Argument(help: "Name of the family.") var name: String
        @Option(help: "E-mail address of its owner.") var owner: String
        @Option(help: "Nickname of the owner in the family.") var nickname: String?
        @Flag(help: "Create the family although another one has the name.") var duplicate = false
        @OptionGroup var passwords: PasswordArguments
        @OptionGroup var address: AddressArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let owner = try EmailAddress(owner)
            let isKnown = try await families.accounts.user(with: owner) != nil
            let password = isKnown ? nil : try passwords.new(of: owner.text)
            let family = try await families.administration.create(
                name, owner: owner, nickname: nickname, password: password, sharesName: duplicate)
            StandardOutput.print("\(family.name)  created")
            StandardOutput.print("id       \(family.id)")
            try await families.printCredentials(at: address)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
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

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Rename a family.",
            discussion: """
                Watched folders of the family keep working.

                EXAMPLES
                  formwright families rename "The Lovelaces" "The Kings"
                """)
        @OptionGroup var family: FamilyArguments
        @Argument(help: "The new name.") var newName: String
        @Flag(help: "Rename the family although another one has the name.") var duplicate = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let administration = try await FamilyTools(system).administration
            let family = try await administration.family(family.name)
            try await administration.rename(family, to: newName, sharesName: duplicate)
            StandardOutput.print("\(newName)  renamed")
        }
    }

    struct Credentials: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "credentials",
            abstract: "Print the address of the service and the key for apps.",
            discussion: """
                An app that was written for a Supabase project asks for both: the project's URL, and its anon key. The key \
                opens nothing without a member's login, and does not expire. It is made of tokens.key in the store's folder; \
                replacing that file ends all logins of apps and makes another key.

                EXAMPLES
                  formwright families credentials
                  formwright families credentials --json
                """)
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var address: AddressArguments
        @OptionGroup var system: SystemArguments

        func run() async throws { try await FamilyTools(system).printCredentials(at: address, asJSON: json) }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "purge",
            abstract: "Permanently remove deleted artworks and their pictures.",
            discussion: """
                serve and watch do this by themselves 30 days after an artwork was deleted; until then a parent can bring it \
                back. Books stay, and those that hold one of the artworks are named; formwright documents delete removes \
                them.

                EXAMPLES
                  formwright families purge "The Lovelaces" --now
                """)
        @OptionGroup var family: FamilyArguments
        @Flag(help: "Do not wait 30 days.") var now = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let found = try await families.administration.family(family.name)
            let removal = try await families.administration.purge(found, atOnce: now)
            try await families.local.client.discard(removal.bytes)
            StandardOutput.print(
                "\(found.name)  purged, artworks: \(removal.artworks), pictures: \(removal.documents.count)")
            for book in removal.books.map(\.description).sorted() {
                StandardError.print("A book that holds one of them stays: \(book)")
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Permanently delete a family; its members remain users.",
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
            let removal = try await families.administration.delete(found, withArtworks: withArtworks)
            try await families.local.client.discard(removal.bytes)
            StandardOutput.print("\(found.name)  deleted, with artworks: \(found.artworks)")
        }
    }
}

/// The argument for a family.
struct FamilyArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Name of the family, or its ID.", valueName: "family")) var name: String
}

/// The address printed for people and apps.
struct AddressArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Address at which people reach the service. Defaults to publicURL, a name of the certificate or an address of \
            this machine, by the settings file.
            """, valueName: "url"))
    var address: String?

    /// The origin as sent by browsers, such as `https://stories.example.org`.
    var origin: String? { address.flatMap { PublicURL($0)?.origin } }

    func validate() throws {
        guard address == nil || origin != nil else {
            throw ValidationError("The address must be http:// or https:// and a host, such as https://example.org.")
        }
    }
}

/// The tools of the commands for families.
struct FamilyTools {
    let local: LocalSystem
    let families: FamilyStore
    let accounts: ProjectAccounts
    let administration: FamilyAdministration
    /// The address of the service from the settings.
    private let address: String
    /// Whether other machines reach the service at that address.
    private let isReachable: Bool

    init(_ system: SystemArguments) async throws {
        let program = try system.program()
        local = try LocalSystem(program.system)
        let keys = try await local.keys()
        accounts = ProjectAccounts(Accounts(local.database), signer: TokenSigner(key: keys[.tokens]))
        families = try FamilySystem.families(in: local)
        administration = FamilyAdministration(families, accounts: accounts)
        let reachable = ReachableOrigin(program.service)
        isReachable = reachable != nil
        address = reachable?.url ?? program.service.origin(port: program.service.port)
    }

    /// Returns the public address of the service.
    func address(_ arguments: AddressArguments) -> String { arguments.origin ?? address }

    /// Prints a note if only this machine reaches the service at its address.
    func noteReach(_ arguments: AddressArguments) {
        guard arguments.origin == nil, !isReachable else { return }
        StandardError.print(
            "Only this machine reaches \(address): give --address, or set publicURL, or bind and tls, in pipeline.yaml."
        )
    }

    /// The address and the key as JSON.
    private struct Entry: Encodable {
        let address: String
        let key: String
    }

    /// Prints the values that an app asks for.
    func printCredentials(at arguments: AddressArguments, asJSON: Bool = false) async throws {
        let key = try await accounts.appKey()
        let address = address(arguments)
        if asJSON {
            let entry = try JSONText.compact(Entry(address: address, key: key))
            StandardOutput.print(String(decoding: entry, as: UTF8.self))
        } else {
            StandardOutput.print("address  \(address)")
            StandardOutput.print("key      \(key)")
        }
    }
}
