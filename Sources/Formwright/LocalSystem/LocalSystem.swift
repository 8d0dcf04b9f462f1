import FailureModel
import FormModel
import Foundation
package import Logging
package import Pipeline
package import PipelineSQLite

/// A store on this machine, with what a process needs to work on it: import documents, read them, run their stages.
///
/// ```swift
/// let system = try LocalSystem(SystemSettings())
/// let document = try await system.client.importDocument(
///     data, owner: .local, kind: "form", fileName: "w9.pdf", mediaType: "application/pdf")
/// ```
package struct LocalSystem: Sendable {
    package let settings: SystemSettings
    /// The catalogue and queue, `catalogue.sqlite` in the store's folder.
    package let store: any Store
    /// The same, for tables of content modules.
    package let database: SQLiteStore
    /// The bytes, in `artefacts` in the store's folder.
    package let artefacts: any ArtefactStore
    /// What one does with documents.
    package let client: PipelineClient

    /// The declared kinds, whose stages run in the calling process.
    package var kinds: KindTable { settings.pipeline.kinds }

    /// Opens the store, or creates it for its user alone, since its content is private. Blocks.
    ///
    /// - Parameter domains: tables of content modules, beside those of forms.
    /// - Throws: `Failure`: `store_unavailable` if the folder cannot be used.
    package init(_ settings: SystemSettings, domains: [DomainSchema] = []) throws {
        self.settings = settings
        let folder = settings.folder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            database = try SQLiteStore(
                path: folder.appendingPathComponent("catalogue.sqlite").path, domains: [DraftValues.schema] + domains)
            artefacts = try LocalArtefactStore(root: folder.appendingPathComponent("artefacts").path)
        } catch {
            throw Failure(.storeUnavailable, "The store \(folder.path) cannot be opened.", underlying: "\(error)")
        }
        store = database
        client = PipelineClient(kinds: settings.pipeline.kinds, store: store, artefacts: artefacts)
    }

    /// A runner on this store.
    ///
    /// - Parameters:
    ///   - kinds: the kinds with stages that run elsewhere, such as in child processes; nil to run them in this process.
    ///   - stages: the stages to claim; nil for all.
    ///   - workers: the number of stages to run at once; nil for the settings' number.
    ///   - patience: see `RunnerSettings.patience`; nil for the settings' value.
    ///   - logger: receives what happens to jobs.
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
