package import Audit
import FailureModel
package import FileCollections
package import Foundation
package import Logging
public import Pipeline
package import PipelineSQL

/// A store on this machine, with everything to import, process and read documents.
///
/// ```swift
/// let system = try LocalSystem(SystemSettings(domains: [.forms]))
/// let document = try await system.client.importDocument(
///     data, owner: .local, kind: "form", fileName: "w9.pdf", mediaType: "application/pdf")
/// ```
public struct LocalSystem: Sendable {
    /// The settings that the store was opened with.
    package let settings: SystemSettings
    /// The catalogue and queue, in `catalogue.sqlite` in the store's folder.
    package let store: any Store
    /// The same store, for the tables of content modules.
    package let database: SQLStore
    /// The artefacts, in `artefacts` in the store's folder.
    package let artefacts: any ArtefactStore
    /// The log of document accesses.
    package let audit: AuditLog
    /// The operations on documents.
    public let client: PipelineClient
    /// The growing documents, such as collections of files.
    package let collections: FileCollections

    /// The declared kinds, with stages that run in the calling process.
    package var kinds: KindTable { settings.pipeline.kinds }

    /// Opens the store, or creates it, readable only by its user because content is private.
    ///
    /// This blocks.
    ///
    /// - Parameter settings: the folder, the runner's settings and the domains.
    /// - Throws: `Failure`: `store_unavailable` if the folder cannot be used, or a failure of the disk, such as
    ///   `disk_full`.
    package init(_ settings: SystemSettings) throws {
        self.settings = settings
        let folder = settings.folder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let catalogue = Self.catalogue(in: folder).path
            // SQLite gives its other files the permissions of this one, regardless of the folder's.
            close(open(catalogue, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
            chmod(catalogue, 0o600)
            database = try SQLStore(
                path: catalogue,
                domains: [AuditLog.schema, FileCollections.schema] + settings.domains.tables)
            artefacts = try LocalArtefactStore(root: folder.appendingPathComponent("artefacts").path)
        } catch {
            throw Self.failure(error, opening: folder)
        }
        store = database
        audit = AuditLog(database)
        client = PipelineClient(kinds: settings.pipeline.kinds, store: store, artefacts: artefacts)
        collections = FileCollections(database, client)
    }

    /// Returns the failure to open the store in a folder.
    ///
    /// It is the disk's own failure, such as `disk_full`, or else `store_unavailable`.
    private static func failure(_ error: any Error, opening folder: URL) -> Failure {
        let known = (error as? any FailureConvertible)?.failure
        guard let known, known.code != .internalError else {
            return Failure(.storeUnavailable, "The store \(folder.path) cannot be opened.", underlying: "\(error)")
        }
        return Failure(
            known.code, "The store \(folder.path) cannot be opened. \(known.message)", underlying: known.underlying)
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
