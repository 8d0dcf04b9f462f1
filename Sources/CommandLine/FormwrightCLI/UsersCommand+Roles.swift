import ArgumentParser
import FailureModel
import Foundation
import HTTPService
import Pipeline
import Users
import Values

extension UsersCommand {
    struct SetRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role",
            abstract: "Make a user a reader, staff or an administrator.",
            discussion: """
                A reader sees and downloads what the user owns, staff does everything with it, and an administrator also \
                manages users. It applies at once, also to sessions and tokens in use.

                EXAMPLES
                  formwright users role ada administrator
                  formwright users role ben reader
                """)
        @OptionGroup var user: UserArguments
        @Argument(help: "Role.") var role: UserRole
        @OptionGroup var last: LastAdministratorArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            try await accounts.change(
                try await accounts.name(of: user.name), role: role, evenLast: last.force)
            StandardOutput.print("\(user.name)  \(role.rawValue)")
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite",
            abstract: "Print a link with which somebody chooses a name and a password.",
            discussion: """
                The link can be used once, within 7 days. Nothing is sent: pass it on yourself. Only the link is printed on \
                standard output, and it cannot be shown again.

                EXAMPLES
                  formwright users invite
                  formwright users invite --role reader --email ben@example.org --url https://forms.example.org
                """)
        @Option(help: "Role of the future user.") var role = UserRole.staff
        @Option(help: "E-mail address of the future user.") var email: String?
        @Option(
            help: """
                Address of the service, with which the link begins. Defaults to publicURL, a name of the certificate or an \
                address of this machine, by pipeline.yaml.
                """)
        var url: String?
        @OptionGroup var system: SystemArguments

        func validate() throws {
            guard let url else { return }
            guard PublicURL(url) != nil else {
                throw ValidationError(
                    "--url must be http:// or https:// and a host, such as https://forms.example.org.")
            }
        }

        func run() async throws {
            let program = try system.program()
            let given = url.flatMap(PublicURL.init).map { ReachableOrigin(url: $0.origin, reason: nil) }
            guard let origin = given ?? ReachableOrigin(program.service) else {
                throw ValidationError(
                    "The link needs an address at which others reach the service: give --url, or set publicURL, or bind and tls, in pipeline.yaml."
                )
            }
            let (invitation, secret) = try await system.accounts().invite(
                as: role, email: try email.map { try EmailAddress($0) })
            StandardOutput.print(origin.url + Invitation.path(secret))
            if let reason = origin.reason {
                StandardError.print("It begins with \(origin.url), \(reason); --url sets another address.")
            }
            StandardError.print(
                "For one user, role \(role.rawValue), until \(invitation.expiresAt.text). It is not shown again.")
        }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sessions",
            abstract: "List where a user is logged in, last used first.",
            discussion: """
                EXAMPLES
                  formwright users sessions ada
                  formwright users sessions ada --json
                """)
        @OptionGroup var user: UserArguments
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        /// A session as JSON.
        private struct Entry: Encodable {
            let id: String
            let kind: String
            let createdAt: Date
            let usedAt: Date
            let program: String?
            let address: String?
        }

        func run() async throws {
            let accounts = try system.accounts()
            let sessions = try await accounts.sessions(of: try await accounts.name(of: user.name))
            if json {
                let entries = sessions.map {
                    Entry(
                        id: $0.id.description, kind: $0.id.kind.rawValue, createdAt: $0.createdAt.date,
                        usedAt: $0.usedAt.date, program: $0.client.program, address: $0.client.address)
                }
                return try ListPage(entries, of: entries.count, limit: .max, next: nil).printJSON(as: "sessions")
            }
            var table = TextTable(["SESSION", "BEGAN", "USED", "PROGRAM", "ADDRESS"])
            for session in sessions {
                table.add([
                    session.id.description, session.createdAt.text, session.usedAt.text, session.client.program ?? "",
                    session.client.address ?? "",
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct EndSessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-sessions",
            abstract: "Log a user out everywhere, or end some of the user's sessions.",
            discussion: """
                Tokens stay valid; tokens revoke ends them.

                EXAMPLES
                  formwright users end-sessions ada
                  formwright users end-sessions ada browser-12
                """)
        @OptionGroup var user: UserArguments
        @Argument(help: "Sessions, as users sessions shows them. Defaults to all.") var sessions: [String] = []
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            let name = try await accounts.name(of: user.name)
            guard !sessions.isEmpty else {
                try await accounts.endSessions(of: name)
                return StandardOutput.print("\(user.name)  logged out")
            }
            for text in sessions {
                guard let id = UserSession.ID(text) else {
                    throw Failure(.sessionUnknown, "There is no session \(text.quoted) of \(name).")
                }
                try await accounts.endSession(id, of: name)
                StandardOutput.print("\(id)  ended")
            }
        }
    }
}

extension UserRole: ExpressibleByArgument {}
