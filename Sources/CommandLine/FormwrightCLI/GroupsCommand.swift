import ArgumentParser
import FailureModel
import Foundation
import LocalStore
import Pipeline
import Users

struct GroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "Manage the groups of users who share cases.",
        discussion: """
            The users of a group see and change its cases, and the forms of the office that are for the group. A group is an \
            owner with the name @group:NAME, for --owner of other commands and in a watched folder's settings. Changes apply \
            at once, also to a service that is running.

            EXAMPLES
              formwright groups add intake
              formwright groups add-user intake ada ben
              formwright groups list
              formwright groups remove-user intake ben
              formwright groups delete intake
            """,
        subcommands: [Add.self, List.self, AddUsers.self, RemoveUsers.self, Delete.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a group.",
            discussion: """
                EXAMPLES
                  formwright groups add intake
                """)
        @OptionGroup var group: GroupArgument
        @OptionGroup var system: SystemArguments

        func run() async throws {
            try await system.accounts().add(try group.name)
            StandardOutput.print("\(group.group)  added")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List groups by name, with their users.",
            discussion: """
                EXAMPLES
                  formwright groups list
                  formwright groups list --json
                """)
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let groups = try await system.accounts().groups()
            if json {
                return try ListPage(groups, of: groups.count, limit: .max, next: nil).printJSON(as: "groups")
            }
            var table = TextTable(["NAME", "DOCUMENTS", "ADDED", "USERS"])
            for group in groups {
                table.add([
                    group.name, "\(group.documents)", group.createdAt.text, group.members.joined(separator: ", "),
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct AddUsers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-user",
            abstract: "Add users to a group.",
            discussion: """
                EXAMPLES
                  formwright groups add-user intake ada ben
                """)
        @OptionGroup var members: MemberArguments

        func run() async throws { try await members.set(true) }
    }

    struct RemoveUsers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-user",
            abstract: "Remove users from a group; cases that they added stay in it.",
            discussion: """
                EXAMPLES
                  formwright groups remove-user intake ben
                """)
        @OptionGroup var members: MemberArguments

        func run() async throws { try await members.set(false) }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a group without documents.",
            discussion: """
                While documents belong to the group, the command names their number and deletes nothing. \
                Its corrected fields and mappings are deleted, too. Forms of the office that are for this group alone are \
                shown to administrators until somebody changes that.

                EXAMPLES
                  formwright groups delete intake
                """)
        @OptionGroup var group: GroupArgument
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            try await Accounts(local.database).delete(try group.name, in: local)
            StandardOutput.print("\(group.group)  deleted")
        }
    }
}

/// The argument that names a group.
struct GroupArgument: ParsableArguments {
    @Argument(help: "Name of the group (lower-case letters, digits, dots, hyphens, underscores).") var group: String

    /// The name.
    var name: GroupName { get throws { try GroupName(group) } }
}

/// A group and some users.
struct MemberArguments: ParsableArguments {
    @OptionGroup var group: GroupArgument
    @Argument(help: "Names or e-mail addresses of users.") var users: [String]
    @OptionGroup var system: SystemArguments

    /// Adds the users to the group, or removes them.
    func set(_ isMember: Bool) async throws {
        let accounts = try system.accounts()
        let group = try group.name
        let documents = try await accounts.groups().first { $0.name == group.text }?.documents ?? 0
        let lost = ", and sees its \(documents == 1 ? "1 document" : "\(documents) documents") no longer"
        for user in users {
            try await accounts.setMember(isMember, try await accounts.name(of: user), of: group)
            StandardOutput.print("\(user)  \(isMember ? "added to" : "removed from") \(group)\(isMember ? "" : lost)")
        }
    }
}
