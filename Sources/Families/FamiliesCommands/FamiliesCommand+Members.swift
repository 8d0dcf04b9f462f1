import FormwrightCLI
import Users
import ArgumentParser
import HTTPService
import Families
import FamiliesService

// The members of a family.
extension FamiliesCommand {
    struct Members: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "members",
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

    struct UpdateMember: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update-member",
            abstract: "Change a member's role or nickname.",
            discussion: """
                A family keeps at least one owner. To hand a family over, make the other person an owner first.

                EXAMPLES
                  formwright families update-member "The Lovelaces" ben@example.org --role parent
                  formwright families update-member "The Lovelaces" ben@example.org --nickname Dad
                """)
        enum Role: String, ExpressibleByArgument, CaseIterable { case owner, parent, member, viewer }

        @OptionGroup var family: FamilyArguments
        @Argument(help: "E-mail address of the member.") var email: String
        @Option(help: "New role of the member.") var role: Role?
        @Option(help: "Nickname of the member in the family.") var nickname: String?
        @OptionGroup var system: SystemArguments

        func validate() throws {
            if role == nil, nickname == nil { throw ValidationError("Give --role or --nickname.") }
        }

        func run() async throws {
            let administration = try await FamilyTools(system).administration
            let family = try await administration.family(family.name)
            let email = try EmailAddress(email)
            try await administration.change(
                email, of: family, role: role.flatMap { FamilyRole(rawValue: $0.rawValue) }, nickname: nickname)
            StandardOutput.print("\(email.text)  changed")
        }
    }

    struct RemoveMember: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-member",
            abstract: "Remove a member from a family; the person remains a user.",
            discussion: """
                The member's artworks and comments stay in the family.

                EXAMPLES
                  formwright families remove-member "The Lovelaces" ben@example.org
                """)
        @OptionGroup var family: FamilyArguments
        @Argument(help: "E-mail address of the member.") var email: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let administration = try await FamilyTools(system).administration
            let family = try await administration.family(family.name)
            let email = try EmailAddress(email)
            try await administration.remove(email, from: family)
            StandardOutput.print("\(email.text)  removed")
        }
    }
}
