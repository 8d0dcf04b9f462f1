public import Pipeline
import PipelineSQLite

/// The stores that the behaviours are asked of.
public enum StoreKind: String, CaseIterable, Sendable {
    case memory
    case sqlite

    /// A new, empty store; a file of it lies in `folder`.
    public func make(in folder: TemporaryFolder) throws -> any Store {
        switch self {
        case .memory: MemoryStore()
        case .sqlite: try SQLiteStore(path: folder.path + "/pipeline.sqlite")
        }
    }
}
