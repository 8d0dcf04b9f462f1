import HTTPService
import LocalStore
package import Users
package import ArgumentParser
import FailureModel
import Foundation
import Pipeline

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "Manage the users of the HTTP service.",
        discussion: """
            A user is an owner: its name is what --owner of the other commands takes. Documents that belong to an owner of \
            that name already are the user's. Changes apply at once, also to a service that is running.

            EXAMPLES
              formwright users add ada --role administrator
              formwright users invite --role staff
              formwright users list
              formwright users role ben reader
              formwright users sessions ben
              formwright users password ada
              formwright users email ada ada@example.org
              formwright users disable ada
              formwright users delete ada --with-documents
            """,
        subcommands: [
            Add.self, Invite.self, List.self, SetRole.self, SetPassword.self, SetEmail.self, Sessions.self,
            EndSessions.self, Disable.self, Enable.self, Delete.self,
        ])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a user.",
            discussion: """
                The password has at least 10 characters. It is asked for twice, unless it comes from a file. With \
                --no-password, only a proxy logs the user in; see docs/serve/single-sign-on.md.

                EXAMPLES
                  formwright users add ada
                  formwright users add ada --role administrator --password-file ada.txt
                  formwright users add ben --no-password
                """)
        @OptionGroup var user: UserArguments
        @Option(
            help: "Role of the user: reader sees and downloads, staff works, administrator also manages users."
        ) var role = UserRole.staff
        @OptionGroup var passwords: PasswordArguments
        @Flag(help: "Give the user no password, so that only a proxy logs the user in.") var noPassword = false
        @OptionGroup var system: SystemArguments

        func validate() throws {
            if noPassword, passwords.passwordFile != nil {
                throw ValidationError("--no-password and --password-file exclude each other.")
            }
        }

        func run() async throws {
            let name = try user.userName
            let accounts = try system.accounts()
            let password = noPassword ? nil : try passwords.new(of: name.text)
            try await accounts.add(name, password: password, role: role)
            StandardOutput.print("\(name)  added")
            let documents = try await accounts.users().first { $0.name == name.text }?.documents ?? 0
            if documents > 0 { StandardError.print("Documents that belong to \(name) already: \(documents).") }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List users by name.",
            discussion: """
                EXAMPLES
                  formwright users list
                  formwright users list --json
                """)
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let users = try await system.accounts().users()
            if json {
                return try ListPage(users, of: users.count, limit: .max, next: nil).printJSON(as: "users")
            }
            var table = TextTable(["NAME", "ROLE", "STATE", "DOCUMENTS", "ADDED", "LOGIN", "EMAIL"])
            for user in users {
                table.add([
                    user.name, user.role.rawValue, user.isDisabled ? "disabled" : "enabled", "\(user.documents)",
                    user.createdAt.text, user.loggedInAt?.text ?? "never", user.email ?? "",
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct SetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Set a user's password, and end the user's logins.",
            discussion: """
                Tokens stay valid; tokens revoke ends them.

                EXAMPLES
                  formwright users password ada
                  formwright users password ada@example.org
                  formwright users password ada --password-file ada.txt
                """)
        @OptionGroup var user: UserArguments
        @OptionGroup var passwords: PasswordArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            let name = try await accounts.name(of: user.name)
            try await accounts.check(name)
            try await accounts.setPassword(try passwords.new(of: user.name), of: name)
            StandardOutput.print("\(user.name)  password set")
        }
    }

    struct SetEmail: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "email",
                abstract:
                    "Give a user the e-mail address with which apps\(Program.current.clause(.logins, after: " of ")) sign in, or another one.",
                discussion: """
                    Nothing is sent to it. The user logs in to the service's pages with the name or with the address.

                    EXAMPLES
                      formwright users email ada ada@example.org
                    """)
        }
        @OptionGroup var user: UserArguments
        @Argument(help: "E-mail address.") var email: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            try await accounts.setEmail(try EmailAddress(email), of: try await accounts.name(of: user.name))
            StandardOutput.print("\(user.name)  address set")
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Disable a user's logins and tokens; documents stay.",
            discussion: """
                EXAMPLES
                  formwright users disable ada
                """)
        @OptionGroup var user: UserArguments
        @OptionGroup var last: LastAdministratorArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            try await accounts.setDisabled(true, try await accounts.name(of: user.name), evenLast: last.force)
            StandardOutput.print("\(user.name)  disabled")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Re-enable a disabled user and the user's unrevoked tokens.",
            discussion: """
                EXAMPLES
                  formwright users enable ada
                """)
        @OptionGroup var user: UserArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            try await accounts.setDisabled(false, try await accounts.name(of: user.name))
            StandardOutput.print("\(user.name)  enabled")
        }
    }

    struct Delete: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "delete",
                abstract: "Delete a user with their logins and tokens.",
                discussion: """
                    A user to whom \(belongings(" or")) belong is deleted only together with \
                    them.\(Program.current.clause(.deletion, after: " "))

                    EXAMPLES
                      formwright users delete ada
                      formwright users delete ada --with-documents
                    """)
        }
        /// Returns the belongings of users for help texts, with a word before the last one.
        private static func belongings(_ word: String) -> String {
            Program.list(["documents"] + Program.current.words(.holdings), word)
        }

        @OptionGroup var user: UserArguments
        @Flag(help: "Delete the user's \(belongings(" and")), too.") var withDocuments = false
        @OptionGroup var last: LastAdministratorArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let accounts = Accounts(local.database)
            let name = try await accounts.name(of: user.name)
            let domains = Program.current.stored
            var holdings: [Holding] = []
            for domain in domains { holdings += try await domain.holdings(name.owner, local) }
            try await accounts.check(name)
            if !last.force { try await accounts.checkAdministrator(besides: name) }
            let kept = try await local.client.store.count(DocumentQuery(in: .owner(name.owner)))
            guard kept == 0 && holdings.allSatisfy({ $0.count == 0 }) || withDocuments else {
                let counts = ["documents: \(kept)"] + holdings.map { "\($0.name): \($0.count)" }
                throw Failure(.userHasDocuments, "\(name) has \(counts.joined(separator: ", ")).")
            }
            for domain in domains { try await domain.userLeaves(name.owner, local) }
            let documents = try await accounts.delete(
                name, withDocuments: withDocuments, evenLast: last.force)
            for holding in holdings { try await holding.delete() }
            if documents > 0 { _ = try await local.client.collectGarbage() }
            let counts = ["documents: \(documents)"] + holdings.map { "\($0.name): \($0.count)" }
            StandardOutput.print("\(name)  deleted, with \(counts.joined(separator: ", "))")
        }
    }
}

/// The flag that changes the last administrator.
struct LastAdministratorArguments: ParsableArguments {
    @Flag(help: "Do it even if nobody is left who can manage users on the service's pages.") var force = false
}

/// The argument that names a user.
struct UserArguments: ParsableArguments {
    @Argument(
        help:
            "User name (lower-case letters, digits, dots, hyphens, underscores) or e-mail address."
    ) var name: String

    var userName: UserName { get throws { try UserName(name) } }
}

/// The option for a new password.
package struct PasswordArguments: ParsableArguments {
    package init() {}

    @Option(help: "File with the password, or - for standard input. Without it, the terminal asks for it.")
    package var passwordFile: String?

    /// Returns the password from the file, or asks for it twice.
    package func new(of user: String) throws -> Password {
        if let passwordFile { return try Password(new: try PasswordFile.read(passwordFile)) }
        let terminal = try PasswordPrompt()
        let password = try Password(new: try terminal.ask("Password for \(user): "))
        guard try Password(new: try terminal.ask("The same again: ")) == password else {
            throw Failure(.passwordUnsuitable, "The two passwords differ.")
        }
        return password
    }
}
