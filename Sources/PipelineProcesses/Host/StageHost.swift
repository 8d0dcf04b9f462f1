import CStageProcess
import Foundation
package import Pipeline
import Synchronization
import Threads

/// The child's side of a ``StagePool``: runs stages, one after the other, in a process of their own.
///
/// The pool starts the program anew with the arguments of its ``StageCommand``. A program offers a hidden command for
/// that, which sets up the same kinds as the parent's and gives itself up to the host:
///
/// ```swift
/// struct StageHostCommand: AsyncParsableCommand {
///     static let configuration = CommandConfiguration(commandName: "stage-host", shouldDisplay: false)
///     func run() async throws {
///         try await StageHost.run(kinds: settings.kinds)
///     }
/// }
/// ```
/// The kinds must be the real ones, not those of ``Pipeline/KindTable/isolated(in:)``. Documents, limits and the artefact folder
/// come with each request; there is no store and no runner in the child. Standard output and error are the parent's
/// to read and to forget. The process ends with its parent, whatever becomes of that, and ignores the signals that stop a
/// service; memory that the program holds before ``run(kinds:)`` does not count against a stage's limit, so whatever is
/// to stay warm (threads, recognisers, fonts) is best made before.
package final class StageHost: Sendable {
    private let kinds: KindTable
    private let heartbeat: Heartbeat
    /// One at a time, each with as much stack as the threads that render pages: decoders and page descriptions recurse.
    private let threads = StageThreads(limit: 1, stackSize: 16 << 20)
    private let stores = Mutex<[ArtefactLocator: any ArtefactStore]>([:])
    private let open: ArtefactOpener

    /// Opens the store that a request names.
    package typealias ArtefactOpener = @Sendable (ArtefactLocator) throws -> any ArtefactStore

    private init(kinds: KindTable, open: @escaping ArtefactOpener, settings: HostSettings) {
        self.kinds = kinds
        self.open = open
        heartbeat = Heartbeat(every: settings.heartbeat)
    }

    /// Serves the pool that started this process, until that closes the connection or dies; then ends the process
    /// without returning. Throws ``NotStartedByPool`` where a person started it.
    ///
    /// - Parameter artefacts: opens the parent's artefact store, once for each locator.
    package static func run(
        kinds: KindTable, artefacts open: @escaping ArtefactOpener = { try LocalArtefactStore($0) }
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

    /// Reads requests until there are no more. A thread of its own, so that the parent's end is seen while a stage runs.
    private static func serve(kinds: KindTable, open: @escaping ArtefactOpener) {
        // Threads made from here on take the mask over; those of Dispatch, of which this one was made, block most signals.
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
        // Not exit(3): what libraries do at the end of a process may hang, and nothing here needs it.
        _exit(EXIT_SUCCESS)
    }

    private func start(_ request: StageRequest, answeringTo connection: HostConnection) {
        ProcessLimits.apply(request.limits)
        heartbeat.stageBegan()
        Task(executorPreference: threads) {
            var answer = await self.answer(to: request)
            // A library may have taken the refusal for anything, even for success.
            if stage_host_take_file_too_long() { answer = .failed(.outputTooLarge(request.limits.fileSize)) }
            self.heartbeat.stageEnded()
            ProcessLimits.lift()
            // Warm processes may idle for days, and a page's pictures are large.
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
                document: request.document, job: request.job, published: request.published,
                artefacts: try artefacts(at: request.artefacts), limits: request.limits,
                progress: { [heartbeat] progress in
                    ProcessLimits.applyCPUTime(request.limits)
                    heartbeat.tell(progress)
                })
            return .outcome(try await stage.run(context))
        } catch {
            return .failed(IsolatedStageError(error))
        }
    }

    private func artefacts(at locator: ArtefactLocator) throws -> any ArtefactStore {
        try stores.withLock { stores in
            if let store = stores[locator] { return store }
            let store = try open(locator)
            stores[locator] = store
            return store
        }
    }
}

/// The program was given the pool's arguments by somebody else.
package struct NotStartedByPool: Error, CustomStringConvertible {
    package var description: String { "This command is for the stage runner's own use." }
}
