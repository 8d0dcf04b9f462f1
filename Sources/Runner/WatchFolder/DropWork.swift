import Files
import FailureModel
import Foundation
import Logging
import Pipeline
import Threads

/// The processing of a drop by its handler, from claim to end.
///
/// Every step can be repeated: completed work is detected.
public struct DropWork<Handler: DropHandler>: Sendable {
    let handler: Handler
    let claimFolder: ClaimFolder
    let client: PipelineClient
    let crashes: CrashCount
    /// The threads for blocking calls.
    let threads: WorkerThreads
    let clock: any PipelineClock
    /// Logs how a file was read, for those who maintain the folder.
    let logger: Logger
    /// Called when files waiting in the inbox may have become claimable.
    let othersMayFollow: @Sendable () -> Void

    var kind: any Kind { handler.kind }
    var rule: WatchRule { claimFolder.rule }

    /// Waits until a drop's files no longer change.
    ///
    /// Another process may have started to write them after the drop was claimed.
    ///
    /// - Returns: false if the files were returned to the inbox.
    func isComplete(_ drop: inout Drop) async throws -> Bool {
        while drop.ending == nil {
            let state: ClaimFolder.State
            (drop, state) = try await threads.run { [drop, claimFolder] in
                var drop = drop
                let state = try claimFolder.check(&drop)
                return (drop, state)
            }
            switch state {
            case .complete: return true
            case .givenBack: return false
            case .unsettled: try await clock.sleep(for: max(.milliseconds(50), rule.settle))
            }
        }
        return true
    }

    /// Resumes a drop and runs it to its end.
    ///
    /// An error means that another attempt with the drop's new state may succeed.
    func run(_ drop: inout Drop) async throws {
        if drop.ending == nil {
            do {
                try crashes.check()
                try await handler.process(&drop, by: self)
                // If no record could be used, the files need attention.
                let isLost = drop.filled == 0 && drop.failed > 0
                drop.ending = isLost ? .failed(Self.noRecord(drop.failed)) : .done
            } catch let failure as DropFailure {
                drop.ending = .failed(failure)
            }
            try await threads.run { [drop, claimFolder] in try claimFolder.save(drop) }
        }
        drop = try await threads.run { [drop] in try putAway(drop) }
        try await threads.run { [drop, claimFolder] in try claimFolder.discard(drop.id) }
    }

    private static func noRecord(_ count: Int) -> DropFailure {
        DropFailure(
            .rowsFailed,
            count == 1
                ? "The only record could not be used; it has its own report."
                : "None of the \(count) records could be used; each has its own report.")
    }

    private func putAway(_ start: Drop) throws -> Drop {
        var drop = start
        // An earlier run did everything except removing the folder.
        let folder = claimFolder.folder(of: drop.id)
        if try drop.files.allSatisfy({ try claimFolder.files.facts("\(folder)/\($0.file)") == nil }) { return drop }
        switch drop.ending {
        case .failed(let failure):
            try report(failure, of: drop, stem: drop.stem)
            // A file added to a collection or row is in use, even if something is wrong with the whole.
            let target = drop.membership == nil ? rule.failed : rule.archive
            try ArchiveMove(claimFolder: claimFolder, target: target.path).run(&drop)
        case .done, nil:
            // The next file of a collection or row adds to the earlier ones and corrects none of them.
            if drop.membership == nil {
                try OutdatedReports(files: claimFolder.files, folder: rule.failed.path, kind: kind).remove(after: drop)
            }
            try ArchiveMove(claimFolder: claimFolder, target: rule.archive.path).run(&drop)
        }
        return drop
    }

    /// Reports in a file why a drop, or one of its records, failed.
    func report(_ failure: DropFailure, of drop: Drop, stem: String, key: String = "") throws {
        try Delivery(
            files: claimFolder.files, journalFolder: claimFolder.folder(of: drop.id),
            key: drop.id.uuidString + key + "-error", target: rule.failed.path,
            permissions: claimFolder.permissions(ofResultsOf: drop)
        ).run(stem: stem) { [Delivery.Item(suffix: "error.json", bytes: try ErrorReport.data(failure, of: drop))] }
    }
}
