import Foundation
package import LocalStore
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQLTestSupport

extension LocalSystem {
    /// Opens an empty system on the engine of the current test.
    package static func empty(_ settings: SystemSettings) throws -> LocalSystem {
        switch SQLEngine.current {
        case .sqlite: return try LocalSystem(settings)
        case .postgreSQL:
            return try node(settings, .empty(at: "", domains: tables(of: settings.domains)))
        }
    }
    /// Opens an empty system on the engine of the current test, on a server once for each node of a service.
    static func nodes(_ settings: SystemSettings) throws -> [LocalSystem] {
        let count = OneNodeTrait.nodeCount
        guard SQLEngine.current == .postgreSQL, count > 1 else { return [try empty(settings)] }
        return try SQLStore.nodes(count, domains: tables(of: settings.domains)).map { try node(settings, $0) }
    }

    private static func node(_ settings: SystemSettings, _ store: SQLStore) throws -> LocalSystem {
        try FileManager.default.createDirectory(at: settings.folder, withIntermediateDirectories: true)
        return LocalSystem(
            settings, store, try LocalArtefactStore(root: settings.folder.appendingPathComponent("artefacts").path))
    }
}
