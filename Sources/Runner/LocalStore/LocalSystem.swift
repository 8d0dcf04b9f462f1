package import Audit
import FailureModel
package import FileCollections
package import Foundation
import Glibc
package import Logging
import ObjectStore
public import Pipeline
package import PipelineSQL
import Threads

/// An open store, with everything to import, process and read documents.
///
/// The catalogue is a file of this machine or a database on a server, and the artefacts are in a folder or in an object
/// store.
///
/// ```swift
/// let system = try LocalSystem(SystemSettings(domains: [.forms]))
/// let document = try await system.client.importDocument(
///     data, owner: .local, kind: "form", fileName: "w9.pdf", mediaType: "application/pdf")
/// ```
public struct LocalSystem: Sendable {
    /// The settings that the store was opened with.
    package let settings: SystemSettings
    /// The catalogue and queue.
    package let store: any Store
    /// The same store, for the tables of content modules.
    package let database: SQLStore
    /// The bytes of documents and results.
    package let artefacts: any ArtefactStore
    /// The log of document accesses.
    package let audit: AuditLog
    /// The operations on documents.
    public let client: PipelineClient
    /// The growing documents, such as collections of files.
    package let collections: FileCollections

    /// The declared kinds, with stages that run in the calling process.
    package var kinds: KindTable { settings.pipeline.kinds }

    /// Opens the store, or creates it.
    ///
    /// A folder is readable only by its user, because content is private. This blocks.
    ///
    /// - Parameter settings: the store's place, the runner's settings and the domains.
    /// - Throws: `Failure`: `store_unavailable` if the store cannot be used, or a failure of the disk, such as
    ///   `disk_full`; `malformed_settings` if the place of the artefacts is missing.
    package init(_ settings: SystemSettings) throws {
        let place = try Self.artefacts(of: settings)
        do {
            try self.init(settings, place)
        } catch {
            throw Self.failure(error, opening: settings.location, place)
        }
    }

    /// Opens the catalogue only, for commands that need no bytes; blocks.
    ///
    /// - Throws: the errors of ``init(_:)`` that are about the catalogue.
    package static func catalogue(of settings: SystemSettings) throws -> SQLStore {
        do {
            return try open(settings)
        } catch {
            throw failure(error, opening: settings.location)
        }
    }

    /// Opens the store of a long-running node.
    ///
    /// A server that is out of reach is waited for.
    ///
    /// - Parameters:
    ///   - settings: the settings of the store.
    ///   - patience: how long it is waited for.
    /// - Returns: the open store.
    /// - Throws: the errors of ``init(_:)``.
    package static func starting(_ settings: SystemSettings, _ patience: StartPatience) async throws -> LocalSystem {
        let place = try artefacts(of: settings)
        guard case .server = settings.location else { return try LocalSystem(settings) }
        do {
            return try await patience.wait {
                let system = try await offPool { try LocalSystem(settings, place) }
                try await ArtefactOwner.bind(system.artefacts, at: place.description, to: system.database)
                return system
            }
        } catch {
            throw failure(error, opening: settings.location, place)
        }
    }

    private static func artefacts(of settings: SystemSettings) throws(Failure) -> ArtefactLocation {
        if let place = settings.artefacts { return place }
        throw Failure(
            .malformedSettings,
            "A store in PostgreSQL needs “artefacts”: a folder that all its machines share, or an object store.",
            hint: "Name it in the settings file, such as artefacts: s3://bucket/prefix.")
    }

    private init(_ settings: SystemSettings, _ place: ArtefactLocation) throws {
        let database = try Self.open(settings)
        let cache = settings.folder.appendingPathComponent("cache")
        self.init(settings, database, try Self.open(place, cache: cache, clock: database.clock))
    }

    /// Returns the tables of domains, and those that every system has.
    package static func tables(of domains: [Domain]) -> [DomainSchema] {
        [AuditLog.schema, FileCollections.schema, StoreKeys.schema] + domains.tables
    }

    /// Creates a system on an open store.
    ///
    /// - Parameters:
    ///   - settings: the runner's settings and the domains.
    ///   - database: a store with the tables of the domains.
    ///   - artefacts: the artefacts.
    package init(_ settings: SystemSettings, _ database: SQLStore, _ artefacts: any ArtefactStore) {
        self.settings = settings
        self.database = database
        self.artefacts = artefacts
        store = database
        audit = AuditLog(database)
        client = PipelineClient(
            kinds: settings.pipeline.kinds, store: store, artefacts: artefacts,
            dependencies: Dependencies(clock: database.clock))
        collections = FileCollections(database, client)
    }

    private static func open(_ settings: SystemSettings) throws -> SQLStore {
        try FileManager.default.createDirectory(
            at: settings.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let domains = tables(of: settings.domains)
        switch settings.location {
        case .server(let address):
            return try SQLStore(address: address, domains: domains)
        case .folder(let folder):
            let catalogue = Self.catalogue(in: folder).path
            // SQLite gives its other files the permissions of this one, regardless of the folder's.
            close(Glibc.open(catalogue, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
            chmod(catalogue, 0o600)
            return try SQLStore(path: catalogue, domains: domains)
        }
    }

    private static func open(
        _ artefacts: ArtefactLocation, cache: URL, clock: StoreClock
    ) throws -> any ArtefactStore {
        switch artefacts {
        case .folder(let folder): try LocalArtefactStore(root: folder.path)
        case .bucket(let settings):
            try S3ArtefactStore(settings, credentials: CredentialSource(settings), cache: cache.path, clock: clock)
        }
    }

    /// Returns the failure to open a store.
    ///
    /// It is the disk's or the server's own failure, such as `disk_full`, or else `store_unavailable`.
    private static func failure(
        _ error: any Error, opening location: StoreLocation, _ artefacts: ArtefactLocation? = nil
    ) -> Failure {
        if error is ObjectStoreError, case .bucket(let bucket) = artefacts {
            let cause = Failure(error)
            let place = "\(bucket)" + (bucket.endpoint.map { " at \($0)" } ?? " in \(bucket.region)")
            return Failure(
                cause.code, "The artefacts in \(place) cannot be opened. \(cause.message)",
                underlying: cause.underlying)
        }
        let known = (error as? any FailureConvertible)?.failure
        guard let known, known.code != .internalError else {
            return Failure(.storeUnavailable, "The store \(location) cannot be opened.", underlying: "\(error)")
        }
        return Failure(
            known.code, "The store \(location) cannot be opened. \(known.message)", underlying: known.underlying)
    }

    /// Reads the keys that services sign with, or creates them.
    ///
    /// - Throws: errors of ``StoreKeys``; `malformed_settings` if a store on a server has no key ring.
    package func keys() async throws -> StoreKeys {
        guard case .server = settings.location else {
            return try await offPool { [folder = settings.folder] in try StoreKeys(in: folder) }
        }
        guard let file = settings.keys else {
            throw Failure(
                .malformedSettings, "A store in PostgreSQL needs “keys”: a file that all its machines have.",
                hint: "Name it in the settings file, such as keys: /etc/formwright/keys; the first machine creates it.")
        }
        return try await StoreKeys(in: file, comparedIn: database)
    }

    /// Gives another store the keys of this one, unless it has some.
    ///
    /// - Returns: whether the other store has them now; false if no file is named for them.
    /// - Throws: errors of ``keys()``; `keys_differ` if the other store has other keys.
    @discardableResult
    package func copyKeys(to other: LocalSystem) async throws -> Bool {
        switch other.settings.location {
        case .folder(let folder):
            // A store on a server that no service has used has none.
            if case .server = settings.location, settings.keys == nil { return false }
            try await keys().write(into: folder)
        case .server:
            // Without a key ring in the settings, the first service asks for one.
            guard let file = other.settings.keys else { return false }
            if !FileManager.default.fileExists(atPath: file.path) { try await keys().write(to: file) }
            _ = try await other.keys()
        }
        return true
    }

    /// Returns the location of the catalogue of the store in a folder.
    package static func catalogue(in folder: URL) -> URL { folder.appendingPathComponent("catalogue.sqlite") }

    /// Returns a runner on this store.
    ///
    /// - Parameters:
    ///   - kinds: the kinds with stages that run elsewhere, such as in child processes; `nil` to run them in this
    ///     process.
    ///   - stages: the stages to claim; `nil` for all.
    ///   - workers: the number of stages to run at once; `nil` for the settings' number.
    ///   - patience: see `RunnerSettings.patience`; `nil` for the settings' value.
    ///   - logger: receives the events of jobs.
    /// - Returns: a runner that has not been started.
    package func runner(
        kinds: KindTable? = nil, stages: Set<StageAddress>? = nil, workers: Int? = nil,
        patience: Duration? = nil, logger: Logger
    ) -> Runner {
        var running = settings.pipeline.runner
        if let workers { running.workers = workers }
        if let patience { running.patience = patience }
        return Runner(
            name: "\(ProcessInfo.processInfo.hostName) \(ProcessInfo.processInfo.processIdentifier)",
            kinds: kinds ?? self.kinds, stages: stages, store: store, artefacts: artefacts,
            settings: running, logger: logger)
    }
}
