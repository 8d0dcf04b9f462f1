public import ArgumentParser
package import FailureModel
public import HTTPService
public import LocalStore
public import Pipeline

/// A content domain with its parts of the service and the command line.
public struct ProgramDomain: Sendable {
    /// The domain for the store, the runner and watched folders.
    public var domain: Domain

    /// The commands that work on files.
    public var commands: [any ParsableCommand.Type] = []

    /// The commands that work on the store.
    public var storeCommands: [any ParsableCommand.Type] = []

    /// The subcommands of `documents` for documents of the domain.
    package var documentCommands: [any ParsableCommand.Type] = []

    /// The command names of earlier releases, which still work.
    package var renamedCommands: [RenamedCommand] = []

    /// The domain's words in the help of shared commands.
    package var help: [HelpPlace: String] = [:]

    /// Advice on the command line by error code, for failures of libraries.
    package var advice: [ErrorCode: String] = [:]

    /// Returns the clients of those documents that have one.
    package var clients: @Sendable ([Document], LocalSystem) async throws -> [DocumentID: String] = { _, _ in [:] }

    /// Creates the domain's parts of the service.
    public var routes: @Sendable (ServiceHost) throws -> [any ServiceDomain] = { _ in [] }

    /// Creates a domain without parts of the service or the command line.
    public init(_ domain: Domain) {
        self.domain = domain
    }

    /// Creates a domain from kinds.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that `pipeline.yaml`, watched folders and the store can name.
    ///   - commands: the commands for these kinds.
    public init(kinds: [any Kind], commands: [any ParsableCommand.Type] = []) {
        domain = Domain(kinds: kinds)
        self.commands = commands
    }
}
