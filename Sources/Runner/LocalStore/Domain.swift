public import FailureModel
package import GRDB
package import Logging
public import Pipeline
public import PipelineSQLite
package import ServiceLifecycle
public import WatchFolder

/// A domain of content, as the store, the runner and watched folders know it.
///
/// A program is a list of domains: its kinds, tables, settings and errors follow from the list. What a domain adds to the
/// service and to the command line stands in modules that import this one.
public struct Domain: Sendable {
    /// The kinds of documents; watched folders and `documents add` try them in this order.
    public var kinds: [any Kind]

    /// The errors that are not those of a kind.
    public var errors: [ErrorRow] = []

    /// Errors of all domains in this domain's words; see ``FailureModel/ErrorCode/worded(_:remedy:)``.
    package var wordings: [ErrorRow] = []

    /// The tables in the catalogue, each with its migrations.
    public var tables: [DomainSchema] = []

    /// The sections of the settings file.
    package var settings: [any SettingsSection.Type] = []

    /// Makes what takes in dropped files and folders, for kinds whose files are not documents by themselves.
    public var dropHandlers: @Sendable (LocalSystem) throws -> [any DropHandler] = { _ in [] }

    /// Makes the services that remove what is over, for as long as a service or a watcher runs.
    package var housekeeping: @Sendable (LocalSystem, Logger) throws -> [any Service] = { _, _ in [] }

    /// Lists what belongs to an owner besides documents, and is deleted with a user.
    package var holdings: @Sendable (OwnerID, LocalSystem) async throws -> [Holding] = { _, _ in [] }

    /// Throws `Failure` unless there is an owner of this name, whom a dropped file may name.
    package var checkOwner: @Sendable (OwnerID, LocalSystem) async throws -> Void = { _, _ in }

    /// Tells in a transaction whether something belongs to an owner that is deleted with a user.
    package var owns: @Sendable (OwnerID, Database) throws -> Bool = { _, _ in false }

    /// Ends what a user takes part in, before the user is deleted.
    ///
    /// It throws if the user cannot leave.
    package var userLeaves: @Sendable (OwnerID, LocalSystem) async throws -> Void = { _, _ in }

    /// Creates a domain of kinds without anything else.
    public init(kinds: [any Kind]) {
        self.kinds = kinds
    }
}

/// What belongs to an owner besides documents, such as templates.
package struct Holding: Sendable {
    /// What it is, in the plural: `templates`.
    package let name: String
    /// The number of them.
    package let count: Int
    /// Deletes all of them.
    package let delete: @Sendable () async throws -> Void

    /// Creates a description of what belongs to an owner.
    package init(name: String, count: Int, delete: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.count = count
        self.delete = delete
    }
}

extension [Domain] {
    /// The kinds of all domains.
    public var kinds: [any Kind] { flatMap(\.kinds) }
    /// The tables of all domains.
    package var tables: [DomainSchema] { flatMap(\.tables) }
    /// The sections of all domains.
    package var settings: [any SettingsSection.Type] { flatMap(\.settings) }
    /// The errors of all domains and of their kinds.
    package var errors: [ErrorRow] { flatMap { $0.errors + $0.kinds.flatMap(\.errors) } }

    /// Makes what takes in dropped files and folders: the domains' own handlers, and those of files for all other kinds.
    package func dropHandlers(in system: LocalSystem) throws -> [any DropHandler] {
        try flatMap { try $0.dropHandlers(system) } + kinds.map { FileHandler($0) }
    }

    /// Makes the services that remove what is over.
    package func housekeeping(in system: LocalSystem, logger: Logger) throws -> [any Service] {
        try flatMap { try $0.housekeeping(system, logger) }
    }
}
