import FormwrightCLI
import ArgumentParser
import FailureModel
import HTTPService
import Families
import FamiliesService
import LocalStore
import Pipeline
import Users
import Webhooks

// Invites to a family.
extension FamiliesCommand {
    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite",
            abstract: "Print a code and a link for one person to join, valid for seven days.",
            discussion: """
                Somebody new opens the link, which leads to the page of families, or types the code when signing up in the \
                app; a member of another family uses it there as well. Only the code is printed on standard output. A viewer \
                looks, reacts and comments; a member also adds artworks; a parent also changes everybody's artworks, children \
                and members.

                EXAMPLES
                  formwright families invite "The Lovelaces"
                  formwright families invite "The Lovelaces" --role parent --nickname Dad
                  formwright families invite "The Lovelaces" --mail ben@example.org
                """)
        /// The role of the invited person; only an owner appoints owners.
        enum Role: String, ExpressibleByArgument, CaseIterable { case parent, member, viewer }

        @OptionGroup var family: FamilyArguments
        @Option(help: "Role of the person.") var role = Role.member
        @Option(help: "Nickname of the person in the family.") var nickname: String?
        @Option(help: "E-mail address to send the code and the link to; needs the section mail of pipeline.yaml.")
        var mail: String?
        @OptionGroup var address: AddressArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let families = try await FamilyTools(system)
            let recipient = try mail.map { try EmailAddress($0) }
            let route = families.local.settings.section(MailSettings.self).route
            // Checked before there is an invite.
            guard recipient == nil || route != nil else {
                throw Failure(
                    .webhookReceiverUnknown,
                    "pipeline.yaml has no section mail, whose sender and sendmail an invite would be sent with.")
            }
            let role: FamilyRole =
                switch self.role {
                case .parent: .parent
                case .member: .member
                case .viewer: .viewer
                }
            let invite = try await families.administration.invite(
                to: try await families.administration.family(family.name), as: role, nickname: nickname)
            StandardOutput.print(invite.code)
            StandardError.print("Or as a link: \(families.address(address))/stories#/invite/\(invite.code)")
            StandardError.print("For one person, as \(role.rawValue), until \(invite.expiresAt.prefix(10)).")
            families.noteReach(address)
            guard let recipient, let route else { return }
            let mail = InviteMail(
                code: invite.code, expiresAt: invite.expiresAt, family: family.name, address: families.address(address))
            try await mail.send(to: recipient, by: route)
            StandardError.print("Sent to \(recipient.text).")
        }
    }

    struct Invites: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invites",
            abstract: "List the open invites to a family.",
            discussion: """
                EXAMPLES
                  formwright families invites "The Lovelaces"
                  formwright families invites "The Lovelaces" --json
                """)
        @OptionGroup var family: FamilyArguments
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        /// An invite as JSON.
        private struct Entry: Encodable {
            let code: String
            let role: String
            let nickname: String?
            let expiresAt: String
        }

        func run() async throws {
            let administration = try await FamilyTools(system).administration
            let invites = try await administration.invites(to: try await administration.family(family.name))
            if json {
                let entries = invites.map {
                    Entry(code: $0.code, role: $0.role, nickname: $0.nickname, expiresAt: $0.expiresAt)
                }
                return try ListPage(entries, of: entries.count, limit: .max, next: nil).printJSON(as: "invites")
            }
            var table = TextTable(["CODE", "ROLE", "NICKNAME", "EXPIRES"])
            for invite in invites {
                table.add([invite.code, invite.role, invite.nickname ?? "", String(invite.expiresAt.prefix(10))])
            }
            StandardOutput.print(table)
        }
    }

    struct RevokeInvite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke-invite",
            abstract: "Revoke an unused invite.",
            discussion: """
                EXAMPLES
                  formwright families revoke-invite "The Lovelaces" K7MWX3QA
                """)
        @OptionGroup var family: FamilyArguments
        @Argument(help: "Code of the invite.") var code: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let administration = try await FamilyTools(system).administration
            let family = try await administration.family(family.name)
            try await administration.revoke(code, from: family)
            StandardOutput.print("\(code)  revoked")
        }
    }
}
