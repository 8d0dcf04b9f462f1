import Users
import ArgumentParser
import FailureModel
import Foundation
import HTTPService
import Pipeline

struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Create, list and revoke the API tokens of the HTTP service.",
        discussion: """
            A program sends a token in the header Authorization: Bearer TOKEN and acts in the name of the token's user.

            EXAMPLES
              formwright tokens create --owner ada --name scanner
              formwright tokens create --owner ada --name statistics --role read --expires 90d
              formwright tokens list --owner ada
              formwright tokens revoke 3
            """,
        subcommands: [Create.self, List.self, Revoke.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a token and print it, once.",
            discussion: """
                Only the token is printed on standard output. It cannot be shown again.

                EXAMPLES
                  formwright tokens create --owner ada --name scanner
                  formwright tokens create --owner ada --name statistics --role read --expires 90d
                """)
        @Option(help: "User that the token acts for.") var owner: String
        @Option(help: "Name of the token, for the list.") var name: String
        @Option(help: "Access that the token grants; read allows GET and HEAD only.") var role = Identity.Role.write
        @Option(help: "Lifetime of the token, such as 90d or 12h. Defaults to no limit.") var expires: Lifetime?
        @OptionGroup var system: SystemArguments

        func validate() throws {
            guard (1...100).contains(name.count) else {
                throw ValidationError("--name must have 1 to 100 characters.")
            }
        }

        func run() async throws {
            let (token, secret) = try await system.accounts().createToken(
                of: try UserName(owner), name: name, role: role, lifetime: expires?.duration)
            StandardOutput.print(secret)
            StandardError.print(
                "Token \(token.number) of \(token.owner), role \(token.role.rawValue), expires "
                    + "\(token.expiresAt?.text ?? "never"). Keep it safe: it is not shown again.")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List tokens by name, without their secrets.",
            discussion: """
                EXAMPLES
                  formwright tokens list
                  formwright tokens list --owner ada --json
                """)
        @Option(help: "Only tokens of this user.") var owner: String?
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        /// A token as JSON.
        private struct Entry: Encodable {
            let id: Int64
            let owner: String
            let name: String
            let role: Identity.Role
            let state: String
            let createdAt: Date
            let usedAt: Date?
            let expiresAt: Date?
        }

        func run() async throws {
            let now = Timestamp(Date())
            let tokens = try await system.accounts().tokens(of: try owner.map { try UserName($0) })
            if json {
                let entries = tokens.map {
                    Entry(
                        id: $0.number, owner: $0.owner, name: $0.name, role: $0.role, state: $0.state(at: now).rawValue,
                        createdAt: $0.createdAt.date, usedAt: $0.usedAt?.date, expiresAt: $0.expiresAt?.date)
                }
                return try ListPage(entries, of: entries.count, limit: .max, next: nil).printJSON(as: "tokens")
            }
            var table = TextTable(["TOKEN", "OWNER", "NAME", "ROLE", "STATE", "CREATED", "USED", "EXPIRES"])
            for token in tokens {
                table.add([
                    "\(token.number)", token.owner, token.name, token.role.rawValue, token.state(at: now).rawValue,
                    token.createdAt.text, token.usedAt?.text ?? "never", token.expiresAt?.text ?? "never",
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Permanently revoke tokens.",
            discussion: """
                EXAMPLES
                  formwright tokens revoke 3
                """)
        @Argument(help: "Numbers of the tokens, as tokens list shows them.") var tokens: [Int64]
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            for number in tokens {
                try await accounts.revokeToken(number)
                StandardOutput.print("\(number)  revoked")
            }
        }
    }
}

extension Identity.Role: ExpressibleByArgument {}

/// The validity of a token: a number of days or hours.
struct Lifetime: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /([1-9]\d{0,4})([dh])/), let number = Int(match.1) else { return nil }
        duration = .seconds(number * (match.2 == "d" ? 86_400 : 3_600))
    }
}
