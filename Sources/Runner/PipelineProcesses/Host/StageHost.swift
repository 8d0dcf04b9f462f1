import CStageProcess
package import Foundation
import ObjectStore
package import Pipeline
import Synchronization
import Threads

/// The child's side of a ``StagePool``, which runs stages one by one.
///
/// The pool starts the program again with the arguments of its ``StageCommand``. For this, a program offers a hidden
/// command that sets up the same kinds as the parent and hands control to the host:
///
/// ```swift
/// struct StageHostCommand: AsyncParsableCommand {
///     static let configuration = CommandConfiguration(commandName: "stage-host", shouldDisplay: false)
///     func run() async throws {
///         try await StageHost.run(kinds: settings.kinds)
///     }
/// }
/// ```
/// The kinds must be the original ones, not those of ``Pipeline/KindTable/isolated(in:)``. Documents, limits and the
/// artefact folder come with each request; the child has no store and no runner. The parent reads standard output and
/// error, and discards them except for a short tail. The process exits with its parent, however the parent ends, and
/// ignores the signals that stop a service. Memory held by the program before ``run(kinds:)`` does not count against a
/// stage's limit, so anything that should stay warm (threads, recognisers, fonts) is best created beforehand.
package final class StageHost: Sendable {
    private let kinds: KindTable
    private let heartbeat: Heartbeat
    /// The thread for stages, with the stack size of page-rendering threads.
    ///
    /// Decoders and page descriptions recurse.
    private let threads = StageThreads(limit: 1, stackSize: 16 << 20)
    private let stores = Mutex<[ArtefactLocator: OpenStore]>([:])
    private let open: ArtefactOpener
    private let niceness: Int

    /// Opens the artefact store of a request by its locator and its secret.
    package typealias ArtefactOpener = @Sendable (ArtefactLocator, Data?) throws -> any ArtefactStore

    /// An open store and the secret that it was opened with.
    private struct OpenStore {
        let store: any ArtefactStore
        let credentials: Data?
    }

    private init(kinds: KindTable, open: @escaping ArtefactOpener, settings: HostSettings) {
        self.kinds = kinds
        self.open = open
        heartbeat = Heartbeat(every: settings.heartbeat)
        niceness = settings.niceness
    }

    /// Serves the pool that started this process, then ends the process.
    ///
    /// It serves until the pool closes the connection or exits, and never returns.
    ///
    /// - Parameters:
    ///   - kinds: the kinds with the stages to run.
    ///   - open: opens the parent's artefact store; called once for each locator and secret.
    /// - Throws: ``NotStartedByPool`` if the process was started by hand.
    package static func run(
        kinds: KindTable, artefacts open: @escaping ArtefactOpener = { try ArtefactStores.open($0, credentials: $1) }
    ) async throws -> Never {
        var status = stat()
        guard fstat(Int32(STAGE_MESSAGES), &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            fstat(Int32(STAGE_HEALTH), &status) == 0, status.st_mode & S_IFMT == S_IFIFO
        else { throw NotStartedByPool() }
        let reader = Thread { serve(kinds: kinds, open: open) }
        reader.name = "requests"
        reader.start()
        while true { try? await Task.sleep(for: .seconds(86_400)) }
    }

    /// Reads requests until the connection ends.
    ///
    /// This has its own thread, so that the parent's exit is noticed while a stage runs.
    private static func serve(kinds: KindTable, open: @escaping ArtefactOpener) {
        // Threads created from here on inherit this mask; Dispatch, the creator of this thread, blocks most signals.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        stage_host_begin()
        ProcessLimits.settle()

        let connection = HostConnection()
        guard let settings = connection.receive(HostSettings.self) else { _exit(EXIT_FAILURE) }
        let host = StageHost(kinds: kinds, open: open, settings: settings)
        host.heartbeat.start()
        host.heartbeat.tell(STAGE_READY)
        while let request = connection.receive(StageRequest.self) {
            host.start(request, answeringTo: connection)
        }
        // Not exit(3): atexit handlers of libraries may hang, and nothing here needs them.
        _exit(EXIT_SUCCESS)
    }

    private func start(_ request: StageRequest, answeringTo connection: HostConnection) {
        ProcessLimits.apply(request.limits)
        let niceness = niceness
        heartbeat.stageBegan()
        Task(executorPreference: threads) {
            ProcessLimits.apply(niceness: niceness)
            var answer = await self.answer(to: request)
            // The library may have treated the refused write as any other result, even as a success.
            if stage_host_take_file_too_long() { answer = .failed(.outputTooLarge(request.limits.fileSize)) }
            self.heartbeat.stageEnded()
            ProcessLimits.lift()
            // Warm processes may be idle for days, and the images of a page are large.
            stage_host_trim()
            connection.send(answer)
        }
    }

    private func answer(to request: StageRequest) async -> StageAnswer {
        guard let stage = kinds[request.job.address]?.stage, stage.fingerprint == request.fingerprint else {
            return .failed(.otherSettings)
        }
        do {
            let context = StageContext(
                document: request.document, job: request.job, published: request.published, parts: request.parts,
                artefacts: try artefacts(of: request), limits: request.limits, request: request.request,
                progress: { [heartbeat] progress in
                    ProcessLimits.applyCPUTime(request.limits)
                    heartbeat.tell(progress)
                })
            return .outcome(try await stage.attempt(context))
        } catch {
            return .failed(IsolatedStageError(error))
        }
    }

    private func artefacts(of request: StageRequest) throws -> any ArtefactStore {
        try stores.withLock { stores in
            // Credentials that expire are replaced by the parent.
            if let known = stores[request.artefacts], known.credentials == request.credentials { return known.store }
            let store = try open(request.artefacts, request.credentials)
            stores[request.artefacts] = OpenStore(store: store, credentials: request.credentials)
            return store
        }
    }
}

/// The error of a program started with the pool's arguments, but not by a pool.
package struct NotStartedByPool: Error, CustomStringConvertible {
    package var description: String { "This command is reserved for the stage runner." }
}
