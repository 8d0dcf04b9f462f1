package import CoreMetrics
package import Logging
import Pipeline
import ServiceLifecycle

/// Warm child processes that run stages under limits.
///
/// A stage that crashes, loops, hangs or exhausts memory in a C library takes only its own process with it.
/// ``IsolatedStageError`` reports this, and ``Pipeline/KindTable/isolated(in:)`` brings stages into the pool. The
/// children run the program of the ``StageCommand``, which calls ``StageHost/run(kinds:)``. They are started on demand,
/// each in its own session, and exit with this process, however it ends.
///
/// ```swift
/// let pool = StagePool(
///     command: StageCommand(arguments: ["stage-host"]), settings: StagePoolSettings(size: workers), logger: logger)
/// let runner = Runner(
///     name: name, kinds: settings.kinds.isolated(in: pool), store: store, artefacts: artefacts, logger: logger)
/// // Services are stopped from the last to the first, so the pool outlives the runner.
/// try await ServiceGroup(services: [pool, runner], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
/// Without a service group, call ``shutDown()`` after the runner has returned.
package final class StagePool: Service {
    private let dispatcher: Dispatcher

    /// Creates a pool without starting any process.
    ///
    /// - Parameters:
    ///   - command: the command that starts a child.
    ///   - settings: the number of processes, their sizes and their timing.
    ///   - logger: receives every ended process and, at `debug`, the end of its standard output and error, where
    ///     libraries may quote documents.
    ///   - metricsFactory: creates `pipeline_processes_started` and `pipeline_processes_ended` (by reason).
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

    /// Waits for graceful shutdown or cancellation, then shuts the pool down.
    package func run() async {
        try? await gracefulShutdown()
        await shutDown()
    }

    /// Starts all processes now, and replaces them immediately when they end.
    package func warmUp() {
        dispatcher.warmUp()
    }

    /// Ends all processes; current and later stages throw `CancellationError`.
    ///
    /// It returns when the last process has exited, which takes at most a second unless a process waits for an
    /// unresponsive disk.
    package func shutDown() async {
        dispatcher.stop()
        await dispatcher.empty()
    }

    /// Runs the stage of the context's job.
    ///
    /// On cancellation, the process is killed after the settings' leniency.
    ///
    /// - Throws: ``IsolatedStageError``, or `CancellationError` if the task is cancelled.
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
