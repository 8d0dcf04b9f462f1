package import LocalStore
import FailureModel
import Foundation
import Linux
import Pipeline
import PipelineProcesses
import PipelineSQL
import Threads

extension LocalSystem {
    /// Returns the conditions for a service on this store.
    ///
    /// The store is writable, and jobs get done.
    ///
    /// - Parameter hasWorkers: whether workers run in this process.
    /// - Returns: the checks in the order in which `/readyz` lists them.
    package func readinessChecks(hasWorkers: Bool) -> [ReadinessCheck] {
        [
            ReadinessCheck("store") {
                try await database.checkWritable()
                return .ready
            },
            ReadinessCheck("artefacts") {
                try await offPool {
                    try artefacts.checkPresence()
                    try artefacts.checkReachable()
                    let upload = try artefacts.upload()
                    defer { upload.discard() }
                    try upload.append(Data(count: 4_096))
                }
                return .ready
            },
            ReadinessCheck("files") {
                guard try await offPool({ OpenFileLimit.left }) >= Self.spareFiles else {
                    throw Failure.tooManyOpenFiles
                }
                return .ready
            },
            ReadinessCheck("workers") { try await workers(hasWorkers) },
        ]
    }

    /// Maximum number of files that an upload, its job and a response need.
    private static let spareFiles = 16

    /// How long jobs may wait while none is running.
    private static let patience = Duration.seconds(60)

    /// Machine failures that keep jobs waiting without counting as attempts.
    private static let machineCodes: Set<ErrorCode> = [
        .diskFull, .diskReadOnly, .tooManyOpenFiles, .workerUnavailable,
    ]

    private func workers(_ hasWorkers: Bool) async throws -> ReadinessCheck.State {
        let now = Timestamp(Date())
        let running = try await store.jobs(JobQuery(in: .all, state: .running, limit: 100))
        let activity = try await store.activity(of: kinds.addresses, at: now)
        if running.contains(where: { ($0.leaseUntil ?? now) > now }) || activity.doneInLastMinute > 0 {
            return .ready
        }
        let waiting = try await store.jobs(JobQuery(in: .all, state: .scheduled, limit: 100))
        if let failure = waiting.lazy.compactMap(\.failure).first(where: { Self.machineCodes.contains($0.code) }) {
            throw failure
        }
        if let wait = activity.longestWait, wait > Self.patience {
            throw Failure(.storeUnavailable, "Jobs are waiting, and no worker takes them.")
        }
        return hasWorkers ? .ready : .unknown("No worker has had work in the last minute.")
    }
}
