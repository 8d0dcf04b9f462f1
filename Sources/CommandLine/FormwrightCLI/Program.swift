package import LocalStore
import Users
import Webhooks
import FailureModel
package import Pipeline

/// A program composed of content domains, with the whole command line, for a one-line `main`.
///
/// ```swift
/// await Program.run(Domains.all + [.memos])
/// ```
public struct Program: Sendable {
    /// The domains in order of precedence.
    ///
    /// The first kind of the first domain is the default for watched folders and files.
    package let domains: [ProgramDomain]

    package init(domains: [ProgramDomain]) {
        self.domains = domains
    }

    /// The running program.
    ///
    /// A task-local value, because the argument parser creates the commands without parameters.
    @TaskLocal package static var current = Program(domains: [])

    /// Parses the command line, runs the command and ends the process with its status.
    public static func run(_ domains: [ProgramDomain]) async -> Never {
        let status = await $current.withValue(Program(domains: domains)) { await CommandRun.status() }
        CommandRun.end(with: status)
    }

    /// The domains to open a store with, including the users of every program.
    package var stored: [Domain] { [.users, .webhooks] + domains.map(\.domain) }

    /// The kinds of all domains.
    package var kinds: [any Kind] { stored.kinds }

    /// Returns the kind with this name.
    package static func kind(_ name: KindName) throws -> any Kind {
        guard let kind = current.kinds.first(where: { $0.name == name }) else { throw UnknownKind(kind: name) }
        return kind
    }
}
