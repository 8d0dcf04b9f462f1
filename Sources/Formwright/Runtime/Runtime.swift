import FailureModel
import FormModel
import Foundation
public import Logging
public import Pipeline
import PipelineSQLite

/// Everything that a process needs to take part in the work on one store: import documents, look at them, run their
/// stages.
///
/// ```swift
/// let runtime = try Runtime(SystemSettings(), logger: logger)
/// let document = try await runtime.client.importDocument(data, owner: .local, kind: "form", fileName: "w9.pdf", mediaType: type)
/// ```
public struct Runtime: Sendable {
    public let settings: SystemSettings
    /// The catalogue and queue, `catalogue.sqlite` in the store's folder.
    public let store: any Store
    /// The bytes, in `artefacts` in the store's folder.
    public let artefacts: any ArtefactStore
    /// What one does with documents.
    public let client: PipelineClient

    /// The declared kinds, with stages that run in the caller's own process.
    public var kinds: KindTable { settings.pipeline.kinds }

    /// Opens the store, and makes it where it is missing, for its user alone: what is in it is private. Blocks.
    ///
    /// - Throws: `Failure` (`output_unwritable`, `disk_full`) where the folder cannot be used.
    public init(_ settings: SystemSettings) throws {
        self.settings = settings
        let folder = settings.folder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let store = try SQLiteStore(path: folder.appendingPathComponent("catalogue.sqlite").path)
            artefacts = try LocalArtefactStore(root: folder.appendingPathComponent("artefacts").path)
            self.store = store
        } catch {
            throw Failure(
                .storeUnavailable, "The store \(folder.path) cannot be opened.",
                underlying: "\(error)")
        }
        client = PipelineClient(kinds: settings.pipeline.kinds, store: store, artefacts: artefacts)
    }

    /// A runner on this store.
    ///
    /// - Parameters:
    ///   - kinds: the kinds with stages that run elsewhere, such as in child processes; else this process runs them.
    ///   - stages: claims only these; all where it is nil.
    ///   - workers: stages at a time; as the settings have it where it is nil.
    ///   - patience: see ``RunnerSettings/patience``; as the settings have it where it is nil.
    public func runner(
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
