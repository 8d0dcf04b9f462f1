package import CoreMetrics
package import Logging
import Pipeline
package import ServiceLifecycle

/// Child processes that run stages under limits, kept warm between them.
///
/// A stage that crashes, loops, hangs or eats memory in a C library takes its process with it and nothing else; see
/// ``IsolatedStageError`` for what is told of it, and ``Pipeline/KindTable/isolated(in:)`` for how stages get into the pool. The
/// children run the program of the ``StageCommand``, which ends in ``StageHost/run(kinds:)``; they are started when they
/// are needed, in sessions of their own, and end with this process, however it ends.
///
/// ```swift
/// let pool = StagePool(command: StageCommand(arguments: ["stage-host", "--settings", path]), logger: logger)
/// let runner = Runner(name: name, kinds: settings.kinds.isolated(in: pool), …)
/// // Services are stopped from the last to the first, so the pool is there until the runner is done.
/// try await ServiceGroup(services: [pool, runner], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
/// Without a service group, call ``shutDown()`` after the runner has returned.
package final class StagePool: Service {
    private let dispatcher: Dispatcher

    /// Starts no process yet.
    ///
    /// - Parameters:
    ///   - logger: tells of every process that ended; at `debug`, the end of what it wrote to standard output and error,
    ///     in which libraries may quote documents.
    ///   - metricsFactory: makes `pipeline_processes_started` and `pipeline_processes_ended` (by reason).
    package init(
        command: StageCommand, settings: StagePoolSettings = StagePoolSettings(), logger: Logger,
        metricsFactory: any MetricsFactory = MetricsSystem.factory
    ) {
        dispatcher = Dispatcher(
            command: command, settings: settings, logger: logger, metrics: PoolMetrics(in: metricsFactory))
    }

    deinit {
        dispatcher.stop()
    }

    /// Waits for graceful shutdown or cancellation, and then shuts the pool down.
    package func run() async {
        try? await gracefulShutdown()
        await shutDown()
    }

    /// Starts all processes now, and from now on replaces one that ends at once rather than when it is needed.
    package func warmUp() {
        dispatcher.warmUp()
    }

    /// Ends all processes; stages still under way throw `CancellationError`, as do later ones. Returns when the last
    /// process is gone, which takes a second at most unless one waits for a disk that does not answer.
    package func shutDown() async {
        dispatcher.stop()
        await dispatcher.empty()
    }

    /// Runs the stage that the context's job names. Throws ``IsolatedStageError``, or `CancellationError` where the task is
    /// cancelled; its process is then killed.
    func run(_ context: StageContext, fingerprint: String?) async throws -> StageOutcome {
        let run = try StageRun(StageRequest(context, fingerprint: fingerprint)) { context.reportProgress($0) }
        return try await withTaskCancellationHandler {
            dispatcher.submit(run)
            return try await run.outcome()
        } onCancel: {
            run.cancel()
        }
    }
}
