import Formwright
import Foundation
import Logging
import Pipeline
import PipelineProcesses
import ServiceLifecycle
import UnixSignals

/// A runner with its child processes, beside whatever else a command does, until a signal ends it.
struct Work {
    private let runtime: Runtime
    private let pool: StagePool?
    private let runner: Runner
    private let metrics: MetricsFile?
    private let housekeeper: Housekeeper
    private let logger: Logger

    /// - Parameters:
    ///   - stages: claims only these; all where it is nil.
    ///   - inProcess: runs stages without child processes.
    ///   - patience: how long a job waits for what the machine lacks; as usual where it is nil.
    ///   - metrics: written as long as the work goes on, and at its end.
    init(
        _ system: SystemArguments, _ runtime: Runtime, stages: Set<StageAddress>? = nil, workers: Int? = nil,
        inProcess: Bool, patience: Duration? = nil, metrics: MetricsFile? = nil, logger: Logger
    ) {
        self.runtime = runtime
        self.metrics = metrics
        housekeeper = Housekeeper(client: runtime.client, logger: logger)
        self.logger = logger
        let size = workers ?? runtime.settings.pipeline.runner.workers
        pool =
            inProcess
            ? nil
            : StagePool(
                command: system.hostCommand(runtime.settings, processes: size),
                settings: StagePoolSettings(size: size), logger: logger)
        runner = runtime.runner(
            kinds: pool.map { runtime.kinds.isolated(in: $0) }, stages: stages, workers: workers, patience: patience,
            logger: logger)
    }

    /// Runs until SIGTERM or Ctrl-C.
    func run(with service: (any Service)? = nil) async throws {
        // Stopped from the last to the first: nothing new comes, the runner drains, its processes end, and are counted.
        let services: [(any Service)?] = [metrics, housekeeper, pool, runner, service]
        try await ServiceGroup(
            services: services.compactMap(\.self), gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }

    /// Runs as long as `body`, or until SIGTERM or Ctrl-C.
    func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await Interruption.cancelling {
            let end: Result<T, any Error>
            do { end = .success(try await alongside(body)) } catch { end = .failure(error) }
            await pool?.shutDown()
            await metrics?.write()
            return try end.get()
        }
    }

    private func alongside<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await withThrowingTaskGroup(of: T?.self) { [runner, metrics] group in
            group.addTask {
                try await runner.run()
                return nil
            }
            group.addTask {
                await metrics?.run()
                return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}
