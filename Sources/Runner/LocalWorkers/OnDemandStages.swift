package import LocalStore
import FailureModel
package import Foundation
package import Logging
package import Pipeline
package import PipelineProcesses
import ServiceLifecycle
import Threads

/// Runs stages on request in child processes that are kept warm.
///
/// Nothing is queued in the store or published. Callers limit the number of waiting requests; owners take turns.
package final class OnDemandStages: Service {
    private let kinds: KindTable
    private let system: LocalSystem
    private let pool: StagePool?
    private let threads: StageThreads
    private let turns: OwnerTurns

    /// Creates the service without starting a process.
    ///
    /// - Parameters:
    ///   - system: the local store and its settings.
    ///   - host: returns the command of a child process; `nil` to run stages in this process.
    ///   - processes: the maximum number of processes.
    ///   - logger: receives the events of the processes.
    package init(
        on system: LocalSystem, host: ((_ processes: Int) -> StageCommand)?, processes: Int = 3, logger: Logger
    ) {
        self.system = system
        let pool = host.map { host in
            // A typing user requests the next picture before the last one arrives, and expects it from a warm process.
            StagePool(
                command: host(processes), settings: StagePoolSettings(size: processes, leniency: .seconds(1)),
                logger: logger)
        }
        self.pool = pool
        kinds = pool.map { system.kinds.isolated(in: $0) } ?? system.kinds
        threads = StageThreads(limit: processes, stackSize: 16 << 20)
        turns = OwnerTurns(places: processes)
    }

    /// Waits for graceful shutdown, then ends the processes.
    package func run() async throws {
        try? await gracefulShutdown()
        await pool?.shutDown()
        threads.stop()
    }

    /// Runs a stage.
    ///
    /// On cancellation, waiting work is not begun, and work in progress has a second to end.
    ///
    /// - Parameters:
    ///   - stage: a stage declared as `onDemand` by its kind.
    ///   - document: the document to work on.
    ///   - published: the artefacts read by the stage.
    ///   - request: the request to the stage.
    /// - Returns: the reply of the stage.
    /// - Throws: the error of the stage; `CancellationError`.
    package func reply(
        of stage: StageName, for document: Document, published: [PublishedArtefact], to request: Data
    ) async throws -> Data {
        guard let planned = kinds[StageAddress(kind: document.kind, stage: stage)] else {
            throw UnknownKind(kind: document.kind)
        }
        let context = StageContext(
            document: document, job: Job(onDemand: stage, for: document), published: published,
            artefacts: system.artefacts, limits: planned.limits, request: request)
        let outcome = try await inTurn(of: document.owner) { [threads] in
            let task = Task(executorPreference: threads) { try await planned.stage.run(context) }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
        switch outcome {
        case .done(let result):
            guard let reply = result.reply else { throw Failure(.internalError, "The stage “\(stage)” did not reply.") }
            return reply
        case .fail(let failure), .cancel(let failure), .retry(let failure, _): throw failure
        case .snooze: throw Failure(.internalError, "The stage “\(stage)” did not reply.")
        }
    }

    private func inTurn<T: Sendable>(of owner: OwnerID, _ work: () async throws -> T) async throws -> T {
        try await turns.enter(owner)
        do {
            let result = try await work()
            await turns.leave(owner)
            return result
        } catch {
            await turns.leave(owner)
            throw error
        }
    }
}

extension Job {
    /// Creates a job outside any store for a stage on demand.
    fileprivate init(onDemand stage: StageName, for document: Document) {
        self.init(
            id: JobID(0), document: document.id, kind: document.kind, stage: stage, fill: document.fill,
            state: .running, priority: 0, attempt: 0, attemptLimit: 1, due: document.updatedAt, reuseKey: nil,
            fence: 0, worker: nil, leaseUntil: nil, startedAt: nil, createdAt: document.updatedAt, finishedAt: nil,
            failure: nil)
    }
}
