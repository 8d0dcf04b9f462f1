package import FolderTestSupport
import Foundation
package import Logging
package import Pipeline
import Threads

/// A client and runners of a store in a temporary folder.
package struct TestPipeline: Sendable {
    package let folder: TemporaryFolder
    package let client: PipelineClient
    private let settings: RunnerSettings

    /// Creates a client of a store and of artefacts in a folder; by default both are new.
    package init(
        _ kinds: KindTable, settings: RunnerSettings = RunnerSettings(workers: 2, poll: .milliseconds(50)),
        store: any Store = MemoryStore(), in folder: TemporaryFolder? = nil
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.settings = settings
        client = PipelineClient(
            kinds: kinds, store: store, artefacts: try LocalArtefactStore(root: self.folder.path + "/artefacts"))
    }

    /// Creates a store for kinds, with settings in YAML.
    package init(_ kinds: [any Kind], settings yaml: String = "", store: StoreKind = .memory) throws {
        let settings = try PipelineSettings(yaml: yaml, kinds: kinds)
        let folder = try TemporaryFolder()
        try self.init(settings.kinds, settings: settings.runner, store: store.make(in: folder), in: folder)
    }

    /// Returns a runner, which can run once.
    package func runner(logger: Logger = .silent) -> Runner {
        Runner(
            name: "test", kinds: client.kinds, store: client.store, artefacts: client.artefacts, settings: settings,
            logger: logger)
    }

    /// Runs `body` beside a runner.
    package func run<T: Sendable>(_ body: @escaping @Sendable (PipelineClient) async throws -> T) async throws -> T {
        try await runner().run { try await body(client) }
    }
}

extension Runner {
    /// Runs `body` beside the runner, which is then cancelled.
    ///
    /// - Throws: the error of `body`, or of a runner that fails earlier.
    package func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await withBackground({ try await self.run() }, run: body)
    }
}

extension Logger {
    /// Logs nothing.
    package static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
