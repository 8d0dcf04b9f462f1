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
            try FileManager.default.createDirectory(at: settings.folder, withIntermediateDirectories: true)
            return LocalSystem(
                settings, try SQLStore.empty(at: "", domains: tables(of: settings.domains)),
                try LocalArtefactStore(root: settings.folder.appendingPathComponent("artefacts").path))
        }
    }
}
