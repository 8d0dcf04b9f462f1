import Foundation
import Logging
import Pipeline
import PipelineSQL
import PipelineTestSupport

/// A store, artefacts, a client and a runner on one folder, with leases short enough that a takeover takes almost no
/// time.
struct Workshop {
    let store: SQLStore
    let artefacts: any ArtefactStore
    let client: PipelineClient

    /// The memo kind with enough attempts for all kills.
    static let kinds = KindTable([
        ContentKind(
            "memo", processing: [ContentKind.PlannedStage(MemoKind.Count(), limits: StageLimits(attempts: 100))],
            filling: [ContentKind.PlannedStage(MemoKind.Shout(), limits: StageLimits(attempts: 100))])
    ])

    static let signature = PipelineClient.Input(name: "signature", mediaType: "text/plain", bytes: Data("ann".utf8))

    init(folder: String) throws {
        store = try SQLStore(path: folder + "/pipeline.sqlite")
        artefacts = try LocalArtefactStore(root: folder + "/artefacts")
        client = PipelineClient(kinds: Self.kinds, store: store, artefacts: artefacts)
    }

    func runner(
        workers: Int, lease: Duration = .milliseconds(300), kinds: KindTable = Workshop.kinds
    ) -> Runner {
        let settings = RunnerSettings(
            workers: workers, lease: lease, poll: .milliseconds(20), drain: .seconds(2),
            backoff: Backoff(base: .milliseconds(10), ceiling: .milliseconds(100)))
        return Runner(
            name: "harness-\(ProcessInfo.processInfo.processIdentifier)", kinds: kinds, store: store,
            artefacts: artefacts, settings: settings, logger: Logger(label: "harness") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Runs a runner while `body` runs.
    func running<T: Sendable>(workers: Int, _ body: () async throws -> T) async throws -> T {
        let runner = runner(workers: workers)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    func memo(_ text: String) async throws -> Document {
        try await client.importDocument(
            Data(text.utf8), owner: .local, kind: "memo", fileName: "memo.txt", mediaType: "text/plain")
    }

    /// The expected text of a filled memo.
    static func expected(_ text: String) -> String {
        "\(text.uppercased()) — ANN — \(text.split(separator: " ").count)"
    }
}
