public import ArgumentParser
package import FailureModel
public import HTTPService
public import LocalStore
public import Pipeline

/// A domain of content with its parts of the service and of the command line.
public struct ProgramDomain: Sendable {
    /// The domain as the store, the runner and watched folders know it.
    public var domain: Domain

    /// The commands that work on files.
    public var commands: [any ParsableCommand.Type] = []

    /// The commands that work on the store.
    public var storeCommands: [any ParsableCommand.Type] = []

    /// The subcommands of `documents` for documents of the domain.
    package var documentCommands: [any ParsableCommand.Type] = []

    /// Commands under the names of earlier releases, which go on working.
    package var renamedCommands: [RenamedCommand] = []

    /// The domain's words in the help of commands that all domains share.
    package var help: [HelpPlace: String] = [:]

    /// What to type after an error, for failures of libraries that do not know about the command line.
    package var advice: [ErrorCode: String] = [:]

    /// Makes the domain's parts of the service.
    public var routes: @Sendable (ServiceHost) throws -> [any ServiceDomain] = { _ in [] }

    /// Creates a domain with no part in the service and the command line yet.
    public init(_ domain: Domain) {
        self.domain = domain
    }

    /// Creates a domain of kinds.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that `pipeline.yaml`, watched folders and the store can name.
    ///   - commands: commands for them.
    public init(kinds: [any Kind], commands: [any ParsableCommand.Type] = []) {
        domain = Domain(kinds: kinds)
        self.commands = commands
    }
}
