public import FailureModel
package import Logging
public import Pipeline
public import PipelineSQL
package import ServiceLifecycle
package import SQL
public import WatchFolder

/// A content domain for the store, the runner and watched folders.
///
/// A program is a list of domains, which provides its kinds, tables, settings and errors. A domain's parts of the
/// service and the command line are in modules that import this one.
public struct Domain: Sendable {
    /// The kinds of documents; watched folders and `documents add` try them in this order.
    public var kinds: [any Kind]

    /// The errors other than those of the kinds.
    public var errors: [ErrorRow] = []

    /// Errors of all domains in this domain's words; see ``FailureModel/ErrorCode/worded(_:remedy:)``.
    package var wordings: [ErrorRow] = []

    /// The tables in the catalogue, each with its migrations.
    public var tables: [DomainSchema] = []

    /// The sections of the settings file.
    package var settings: [any SettingsSection.Type] = []

    /// Creates handlers of drops for kinds that do not make each file a document.
    public var dropHandlers: @Sendable (LocalSystem) throws -> [any DropHandler] = { _ in [] }

    /// Creates the services that remove obsolete data while a service or watcher runs.
    package var housekeeping: @Sendable (LocalSystem, Logger) throws -> [any Service] = { _, _ in [] }

    /// Returns an owner's belongings besides documents, which are deleted with a user.
    package var holdings: @Sendable (OwnerID, LocalSystem) async throws -> [Holding] = { _, _ in [] }

    /// Throws `Failure` unless the owner that a person or a dropped file names exists.
    package var checkOwner: @Sendable (OwnerID, LocalSystem) async throws -> Void = { _, _ in }

    /// Throws `Failure` unless there is a group of users with a name.
    ///
    /// The group exists until the transaction ends.
    package var checkGroup: @Sendable (String, any SQLSession) throws -> Void = { _, _ in }

    /// Whether an owner has belongings besides documents, read in a transaction.
    package var owns: @Sendable (OwnerID, any SQLSession) throws -> Bool = { _, _ in false }

    /// Removes a user from shared content before the user is deleted.
    ///
    /// It throws if the user cannot leave.
    package var userLeaves: @Sendable (OwnerID, LocalSystem) async throws -> Void = { _, _ in }

    /// Creates a domain that consists of kinds.
    public init(kinds: [any Kind]) {
        self.kinds = kinds
    }
}

/// A group of an owner's belongings besides documents, such as templates.
package struct Holding: Sendable {
    /// The name in the plural, such as `templates`.
    package let name: String
    /// The number of them.
    package let count: Int
    /// Deletes all of them.
    package let delete: @Sendable () async throws -> Void

    /// Creates a group of belongings.
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

    /// Creates the domains' own drop handlers, followed by the usual one of every kind.
    package func dropHandlers(in system: LocalSystem) throws -> [any DropHandler] {
        try flatMap { try $0.dropHandlers(system) }
            + kinds.map { kind in
                if let kind = kind as? any CollectionKind { return CollectionHandler(kind, in: system) }
                return FileHandler(kind)
            }
    }

    /// Creates the services that remove obsolete data.
    package func housekeeping(in system: LocalSystem, logger: Logger) throws -> [any Service] {
        try flatMap { try $0.housekeeping(system, logger) }
    }
}
