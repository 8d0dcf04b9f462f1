import CoreMetrics
import Foundation
import Pipeline
import PipelineProcesses
import PipelineTestSupport

/// A pool of `StageHostFixture` processes and an artefact folder, with shortcuts for running an act in it.
final class Fixture: Sendable {
    static let program: String = {
        // Built beside the test product, which is this program.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "StageHostFixture").path
    }()

    let folder: TemporaryFolder
    let artefacts: any ArtefactStore
    let pool: StagePool
    let kinds: KindTable

    init(
        arguments: [String] = ["stage-host"], executable: String = Fixture.program, fingerprint: String? = nil,
        limits: StageLimits = StageLimits(), size: Int = 1, stagesPerProcess: Int = 500,
        residentMark: ByteCount = .mebibytes(512), startTime: Duration = .seconds(30),
        niceness: Int = 0, leniency: Duration = .zero,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, artefacts: (any ArtefactStore)? = nil,
        environment: [String: String] = [:]
    ) throws {
        folder = try TemporaryFolder()
        self.artefacts = try artefacts ?? LocalArtefactStore(root: folder.path + "/artefacts")
        pool = StagePool(
            command: StageCommand(executable: executable, arguments: arguments, environment: environment),
            settings: StagePoolSettings(
                size: size, stagesPerProcess: stagesPerProcess, residentMark: residentMark,
                heartbeat: .milliseconds(50), silence: .seconds(2), startTime: startTime,
                scratch: folder.path, niceness: niceness, leniency: leniency),
            logger: .silent, metricsFactory: metrics)
        let stage = ContentKind.PlannedStage(ScriptedStage("act", fingerprint: fingerprint), limits: limits)
        kinds = KindTable([ContentKind("fixture", processing: [stage], filling: [])]).isolated(in: pool)
    }

    /// Runs an act and returns the stage's outcome, or throws its error.
    @discardableResult
    func run(_ act: String, by: String = "", fileName: String = "file", attempt: Int = 1, request: Data? = nil)
        async throws -> StageOutcome
    {
        let address = StageAddress(kind: "fixture", stage: "act")
        guard let planned = kinds[address] else { return .done() }
        return try await planned.stage.run(
            .loose(
                address, facts: ["act": act, "by": by], fileName: fileName, attempt: attempt, artefacts: artefacts,
                limits: planned.limits, request: request))
    }

    /// The ID of the process that currently runs a stage.
    func pid() async throws -> pid_t? {
        guard case .done(let result) = try await run("done") else { return nil }
        return result.facts["pid"].flatMap { pid_t($0) }
    }

    /// Runs an act that must not succeed, and returns its error.
    func failure(of act: String, by: String = "") async throws -> IsolatedStageError? {
        do {
            try await run(act, by: by)
            return nil
        } catch let error as IsolatedStageError {
            return error
        }
    }

    /// Returns once an act `sleep` has started.
    func someoneSleeps() async throws {
        let asleep = ContentID(of: Data("asleep".utf8))
        guard try await Processes.eventually({ (try? artefacts.contains(asleep)) ?? false }) else {
            throw NeverHappened()
        }
    }
}

struct NeverHappened: Error {}
