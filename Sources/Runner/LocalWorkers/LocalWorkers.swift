package import LocalStore
package import Logging
package import Pipeline
package import PipelineProcesses
package import ServiceLifecycle
import Threads

/// The services for a local store: runner, stage processes, housekeeping and metrics.
package struct LocalWorkers: Sendable {
    private let pool: StagePool?
    private let runner: Runner
    private let metrics: MetricsFile?
    private let housekeeper: Housekeeper
    private let logger: Logger

    /// Creates the services without starting them.
    ///
    /// - Parameters:
    ///   - system: the local store and its settings.
    ///   - host: returns the command of a child process for stages, given the number of such processes; `nil` to run
    ///     stages in this process.
    ///   - stages: the stages to claim; `nil` for all.
    ///   - workers: the number of stages to run at once; `nil` for the number in the settings.
    ///   - patience: how long a job waits for missing prerequisites of the machine; `nil` for the value in the
    ///     settings.
    ///   - niceness: the nice value of the child processes, for a program with more urgent work.
    ///   - metrics: the file for metrics, written during the work and at its end; `nil` for none.
    ///   - logger: receives the events of all services.
    package init(
        on system: LocalSystem, host: ((_ processes: Int) -> StageCommand)?, stages: Set<StageAddress>? = nil,
        workers: Int? = nil, patience: Duration? = nil, niceness: Int = 0, metrics: MetricsFile? = nil, logger: Logger
    ) {
        self.metrics = metrics
        self.logger = logger
        housekeeper = Housekeeper(client: system.client, logger: logger) {
            let deleted = try await Retention(system).run()
            guard deleted != Retention.Outcome() else { return }
            logger.info(
                "deleted what was kept for long enough",
                metadata: ["documents": "\(deleted.documents)", "auditEntries": "\(deleted.entries)"])
        }
        let size = workers ?? system.settings.pipeline.runner.workers
        let pool = host.map { host in
            StagePool(command: host(size), settings: StagePoolSettings(size: size, niceness: niceness), logger: logger)
        }
        self.pool = pool
        runner = system.runner(
            kinds: pool.map { system.kinds.isolated(in: $0) }, stages: stages, workers: workers, patience: patience,
            logger: logger)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Parameter others: services to run beside the workers, stopped before them in reverse order.
    /// - Throws: the error of a service that fails.
    package func run(with others: [any Service] = []) async throws {
        // Services stop in reverse order: no more work arrives, the runner drains, its processes exit, and the last
        // numbers are written.
        let services: [(any Service)?] = [metrics, housekeeper, pool, runner]
        try await StoppableServices.run(services.compactMap(\.self) + others, logger: logger)
    }

    /// Runs until `body` returns or throws, or the task is cancelled.
    package func run<T: Sendable>(while body: @escaping @Sendable () async throws -> T) async throws -> T {
        let result: Result<T, any Error>
        do {
            result = .success(
                try await withBackground(
                    { [runner] in try await runner.run() }, { [metrics] in await metrics?.run() }, run: body))
        } catch {
            result = .failure(error)
        }
        await pool?.shutDown()
        await metrics?.write()
        return try result.get()
    }
}
