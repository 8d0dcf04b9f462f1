import Foundation
import Logging
import Pipeline
import PipelineTestSupport
import PipelineProcesses

/// The program that the tests' pool starts.
///
/// `stage-host [fingerprint]` is what the pool asks for. `die-at-start` and `linger-at-start` never become ready.
/// `parent` has its own runner and pool, which run stages that never end, and waits to be killed. `churn` has a pool
/// run thousands of stages and reports what they leave behind.
@main
struct StageHostFixture {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "stage-host": try await StageHost.run(kinds: kinds(fingerprint: arguments.dropFirst().first))
        case "die-at-start": exit(3)
        case "linger-at-start": sleep(1000)
        case "parent": try await parent(in: arguments.dropFirst().first ?? "", acts: Array(arguments.dropFirst(2)))
        case "churn": try await Churn(in: arguments.dropFirst().first ?? "").run()
        default: throw ArgumentsUnknown()
        }
    }

    static func kinds(fingerprint: String?) -> KindTable {
        let stage = ContentKind.PlannedStage(Misbehaving(fingerprint: fingerprint))
        return KindTable([ContentKind("fixture", processing: [stage], filling: [])])
    }

    private static func parent(in folder: String, acts: [String]) async throws {
        let logger = Logger(label: "parent") { _ in SwiftLogNoOpLogHandler() }
        let pool = StagePool(
            command: StageCommand(arguments: ["stage-host"]),
            settings: StagePoolSettings(size: acts.count + 1, scratch: folder), logger: logger)
        pool.warmUp()
        let client = PipelineClient(
            kinds: kinds(fingerprint: nil).isolated(in: pool), store: MemoryStore(),
            artefacts: try LocalArtefactStore(root: folder + "/artefacts"))
        for act in acts {
            let document = try await client.importDocument(
                Data(act.utf8), owner: .local, kind: "fixture", fileName: act, mediaType: "text/plain",
                facts: ["act": act])
            _ = try await client.process(document.id, in: .all)
        }
        let runner = Runner(
            name: "parent", kinds: client.kinds, store: client.store, artefacts: client.artefacts, logger: logger)
        try await runner.run()
    }
}

struct ArgumentsUnknown: Error {}
