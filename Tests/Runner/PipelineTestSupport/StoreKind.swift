public import FolderTestSupport
public import Pipeline
import PipelineSQL

/// The stores on which the suite of behaviours runs.
public enum StoreKind: String, CaseIterable, Sendable {
    /// A `MemoryStore`.
    case memory
    /// A `SQLStore`.
    case sqlite

    /// Returns a new, empty store, whose file, if any, is in `folder`.
    public func make(in folder: TemporaryFolder) throws -> any Store {
        switch self {
        case .memory: MemoryStore()
        case .sqlite: try SQLStore(path: folder.path + "/pipeline.sqlite")
        }
    }
}
