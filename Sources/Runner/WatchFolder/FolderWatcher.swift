import FailureModel
package import CoreMetrics
import Files
import Foundation
import Linux
package import Logging
package import Pipeline
import ServiceLifecycle
import Threads

/// Watches folders, processes dropped files with the job runner, and delivers results to the outbox.
///
/// It needs a ``Pipeline/Runner`` on the same store, in this or another process. Any number of watchers, in any number
/// of processes on one machine, may share a folder. A drop left unfinished by one watcher is resumed by the next.
package final class FolderWatcher: Service {
    private let folders: [ClaimFolder]
    private let client: PipelineClient
    private let dependencies: Dependencies
    private let logger: Logger
    private let metrics: WatchMetrics
    /// The threads of all watchers of the process.
    ///
    /// They are shared because threads live as long as the process.
    private static let threads = WorkerThreads(count: 8)
    private var threads: WorkerThreads { Self.threads }
    /// Maximum number of drops of a folder to process at a time.
    private static let activeLimit = 64
    /// Maximum number of attempts if a caller waits for the end.
    ///
    /// Errors of the disk or the store lead to further attempts.
    private static let tries = 4

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - rules: rules without conflicts; see ``WatchRule/conflicts(among:store:)``. Rules for kinds without a handler
    ///     are ignored.
    ///   - handlers: process the drops; a folder uses the first handler of its kind. Those that take folders need the
    ///     kind ``DroppedArchive/ArchiveKind`` in the client for archives.
    ///   - client: the client of the store.
    ///   - files: the file system.
    ///   - dependencies: the clock and the source of IDs.
    ///   - logger: logs drops, and files left in the inbox.
    ///   - metricsFactory: creates `watch_drops` (by ending) and `watch_drop_duration`.
    package init(
        rules: [WatchRule], handlers: [any DropHandler], client: PipelineClient,
        files: any FolderFiles = LocalFileSystem(),
        dependencies: Dependencies = Dependencies(), logger: Logger,
        metricsFactory: any MetricsFactory = MetricsSystem.factory
    ) {
        folders = rules.compactMap { rule in
            handlers.handler(of: rule.kind).map { ClaimFolder(rule: rule, files: files, handler: $0) }
        }
        self.client = client
        self.dependencies = dependencies
        self.logger = logger
        metrics = WatchMetrics(in: metricsFactory)
    }

    /// The outcome of the drops of one run.
    package struct Summary: Sendable, Hashable {
        /// Number of drops with results in the outbox.
        package var done = 0
        /// Number of drops with files in `failed`.
        package var failed = 0
        /// Number of failed records in drops that are done.
        ///
        /// Each has its report in `failed`.
        package var failedRecords = 0
        /// Number of drops that could not be finished, for example because the disk is full.
        ///
        /// The next run resumes them.
        package var unfinished = 0

        package init(done: Int = 0, failed: Int = 0, failedRecords: Int = 0, unfinished: Int = 0) {
            self.done = done
            self.failed = failed
            self.failedRecords = failedRecords
            self.unfinished = unfinished
        }
    }

    /// Creates missing folders, and checks standing originals and profiles.
    ///
    /// Errors that affect every file are best reported at the start.
    ///
    /// - Throws: ``Failure``: `output_unwritable` or `disk_full` for a folder, or the failure of a standing original.
    package func prepare() async throws {
        try await threads.run { [self] in
            for folder in folders {
                let (rule, kind, files) = (folder.rule, folder.handler.kind, folder.files)
                do {
                    try folder.prepare()
                    for folder in [rule.outbox, rule.archive, rule.failed] { try files.makeFolder(folder.path) }
                    _ = try StandingOriginal(rule: rule, kind: kind)?.original(files, storedIn: client.artefacts)
                    _ = try FolderProfile(rule: rule, kind: kind)?.inputs(files)
                } catch let error as SystemCallError {
                    throw error.failure
                }
            }
        }
    }

    /// Watches until graceful shutdown or cancellation.
    ///
    /// - Throws: an error of the store with the code `store_damaged`, which rules out further attempts.
    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                _ = try await self.watch(untilQuiet: false)
            }
        } catch is CancellationError {
            // The watcher was stopped.
        }
    }

    /// Processes the files in the folders until no more of them can be processed.
    ///
    /// Throws ``Failure`` if an inbox cannot be read or the store is damaged.
    package func runOnce() async throws -> Summary {
        try await watch(untilQuiet: true)
    }

    private func watch(untilQuiet: Bool) async throws -> Summary {
        try await withThrowingTaskGroup(of: Summary.self) { group in
            for folder in folders {
                group.addTask { try await self.watch(folder, untilQuiet: untilQuiet) }
            }
            var total = Summary()
            for try await part in group {
                total.done += part.done
                total.failed += part.failed
                total.failedRecords += part.failedRecords
                total.unfinished += part.unfinished
            }
            return total
        }
    }

    // MARK: One folder

    private func watch(_ claimFolder: ClaimFolder, untilQuiet: Bool) async throws -> Summary {
        let rule = claimFolder.rule
        let bell = Doorbell()
        let events = DirectoryEvents { bell.ring() }
        defer { events?.stop() }
        let standing = StandingOriginal(rule: rule, kind: claimFolder.handler.kind)
        let active = ActiveDrops()
        // A discarding group, since a watcher adds a task per drop for as long as it runs.
        try await withThrowingDiscardingTaskGroup { group in
            var inbox = Inbox(claimFolder)
            while true {
                try Task.checkCancellation()
                if let failure = active.failure { throw failure }
                let rings = bell.rings
                var isQuiet = true
                var wait = rule.poll
                do {
                    let (look, drops) = try await look(into: &inbox, standing, active, events)
                    for (drop, lock) in drops {
                        group.addTask {
                            let outcome = await self.work(
                                on: drop, lock, in: claimFolder, by: claimFolder.handler,
                                tries: untilQuiet ? Self.tries : nil, ringing: bell)
                            lock.giveUp()
                            active.remove(drop.id, outcome)
                            bell.ring()
                        }
                    }
                    // What waits for a drop that is no longer tried waits for the next run.
                    let hasWaiting = look.hasWaiting && !active.hasUnfinished
                    isQuiet =
                        active.isEmpty && drops.isEmpty && look.settle == nil && !hasWaiting && look.matches.isEmpty
                    if let settle = look.settle { wait = min(wait, max(.milliseconds(50), settle / 4)) }
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    isQuiet = false
                    logger.error(
                        "the inbox cannot be read", metadata: ["inbox": "\(rule.inbox.path)", "error": "\(error)"])
                    if untilQuiet || StoreTrouble.isFinal(error) { throw Failure(error) }
                }
                if untilQuiet, isQuiet { return }
                await bell.wait(beyond: rings, atMost: wait, by: self.dependencies.clock)
            }
        }
        // The last drop may have stopped with a failure when nothing else was left.
        if let failure = active.failure { throw failure }
        return active.summary
    }

    /// Scans the inbox, claims complete files, and adopts abandoned drops.
    private func look(
        into inbox: inout Inbox, _ standing: StandingOriginal?, _ active: ActiveDrops, _ events: DirectoryEvents?
    ) async throws -> (Inbox.Look, [(Drop, any FileLock)]) {
        let now = dependencies.clock.now
        let makeID = dependencies.makeID
        let result = try await threads.run {
            [inbox, client, logger] () -> (Inbox, Inbox.Look, [(Drop, any FileLock)]) in
            var inbox = inbox
            let claimFolder = inbox.claimFolder
            let (rule, handler) = (claimFolder.rule, claimFolder.handler)
            try claimFolder.prepare()
            events?.watch(rule.inbox.path)
            guard let claims = try claimFolder.lockClaims() else {
                // Another process is scanning; check again shortly.
                var look = Inbox.Look(at: now, limit: 1) { _ in nil }
                look.wait(for: rule.settle)
                return (inbox, look, [])
            }
            defer { withExtendedLifetime(claims) {} }
            var fallback: KnownOriginal?
            do {
                fallback = try standing?.original(claimFolder.files, storedIn: client.artefacts)
            } catch let failure as DropFailure {
                if standing?.isNew(failure) == true {
                    logger.error("\(failure.failure.message)", metadata: ["inbox": "\(rule.inbox.path)"])
                }
            }
            var look = Inbox.Look(at: now, limit: max(1, Self.activeLimit - active.count)) { [fallback] stem in
                try claimFolder.original(for: stem, storedIn: client.artefacts, otherwise: fallback)
            }
            try inbox.scan(&look)
            for (name, remark, error) in look.remarks {
                var metadata: Logger.Metadata = [
                    "inbox": "\(rule.inbox.path)", "why": "\(remark.rawValue)",
                ]
                metadata.merge(inbox.designation(of: name)) { $1 }
                metadata["error"] = error.map { "\(handler.text(of: $0))" }
                logger.notice("left in the inbox", metadata: metadata)
            }
            var drops = try claimFolder.orphans(except: active.ids, limit: Self.activeLimit - active.count) {
                id, error in
                logger.error(
                    "an abandoned drop cannot be adopted", metadata: ["drop": "\(id)", "error": "\(error)"])
            }
            var isAllClaimed = true
            for match in look.matches {
                let limit = match.turn == .leavingRoom ? Self.activeLimit / 2 : Self.activeLimit
                guard active.count + drops.count < limit else {
                    isAllClaimed = false
                    continue
                }
                if !isAllClaimed, match.turn == .last { continue }
                let wish = Drop(
                    id: makeID(), stem: match.stem, original: match.original, inputs: match.inputs,
                    source: match.source, seen: match.seen, tree: match.tree,
                    claimed: now)
                do {
                    if let claimed = try claimFolder.claim(wish) {
                        drops.append(claimed)
                    } else {
                        isAllClaimed = false
                    }
                } catch let error as SystemCallError {
                    isAllClaimed = false
                    inbox.noteRefusal(of: match, error)
                    let name = match.original ?? match.inputs ?? ""
                    guard inbox.isNew(.locked, for: name) else { continue }
                    var metadata = inbox.designation(of: name)
                    metadata["error"] = "\(handler.text(of: error))"
                    logger.error("left in the inbox", metadata: metadata)
                }
            }
            for (drop, _) in drops { active.insert(drop.id) }
            return (inbox, look, drops)
        }
        inbox = result.0
        return (result.1, result.2)
    }

    /// Works on a drop until it has ended.
    ///
    /// After errors of the disk or the store there are up to `tries` attempts in total, or an unlimited number if that
    /// is `nil`. After a final error of the store, the drop stays for the next run.
    private func work<Handler: DropHandler>(
        on start: Drop, _ lock: any FileLock, in claimFolder: ClaimFolder, by handler: Handler, tries: Int?,
        ringing bell: Doorbell
    ) async -> DropOutcome {
        var logger = logger
        logger[metadataKey: "drop"] = "\(start.id)"
        let work = DropWork(
            handler: handler, claimFolder: claimFolder, client: client, crashes: CrashCount(lock), threads: threads,
            clock: dependencies.clock, logger: logger, othersMayFollow: { bell.ring() })
        // The names that people give their files may identify them.
        let hidesNames = handler.hidesNames
        let names = hidesNames ? "private" : start.files.map(\.name).joined(separator: ", ")
        logger.info("claimed", metadata: ["files": "\(names)"])
        let began = dependencies.clock.now
        var pause = Duration.seconds(1)
        var tried = 0
        var drop = start
        while !Task.isCancelled {
            do {
                guard try await work.isComplete(&drop) else {
                    logger.notice("returned to the inbox: still being written", metadata: ["files": "\(names)"])
                    return .left
                }
                try await work.run(&drop)
                switch drop.ending {
                case .failed(let failure):
                    // Among several failures, the ID of the drop tells which report belongs to this line.
                    var metadata: Logger.Metadata = [
                        "files": "\(names)", "code": "\(failure.failure.code)",
                        "reason": hidesNames
                            ? "in the error.json in \(claimFolder.rule.failed.path) that has this drop"
                            : "\(failure.failure.message)",
                    ]
                    if let document = failure.document { metadata["document"] = "\(DocumentID(document))" }
                    logger.warning("failed", metadata: metadata)
                case .done where drop.failed > 0:
                    logger.warning(
                        "done, except for records that failed",
                        metadata: ["files": "\(names)", "filled": "\(drop.filled)", "failed": "\(drop.failed)"])
                case .done, nil: logger.info("done", metadata: ["files": "\(names)"])
                }
                drop.ending.map { metrics.record($0, after: dependencies.clock.now - began) }
                return .ended(drop)
            } catch is CancellationError {
                return .left
            } catch  where StoreTrouble.isFinal(error) {
                return .stopped(Failure(error))
            } catch {
                tried += 1
                guard tried != tries else {
                    logger.error(
                        "not finished; the next run resumes it",
                        metadata: ["files": "\(names)", "error": "\(handler.text(of: error))"])
                    return .unfinished
                }
                logger.error(
                    "retrying after a pause",
                    metadata: ["files": "\(names)", "error": "\(handler.text(of: error))", "in": "\(pause)"])
                do { try await dependencies.clock.sleep(for: pause) } catch { return .left }
                pause = min(pause * 2, .seconds(60))
            }
        }
        return .left
    }
}
