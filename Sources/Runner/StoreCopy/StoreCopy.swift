import FailureModel
import Foundation
package import LocalStore
package import Pipeline
import PipelineSQL
import Threads

/// Copies a store between a folder and a server.
///
/// Bytes are copied first. What a stopped copy has copied stays in the target and is not copied again. Rows follow in one
/// transaction, so that the target has all documents or none. A copy that was stopped while it compared goes on there.
package struct StoreCopy: Sendable {
    /// The result of a copy.
    package struct Outcome: Sendable, Hashable {
        /// The number of rows by table.
        package var rows: [String: Int]
        /// The number of names of bytes.
        package var files: Int
        /// The total size of their bytes.
        package var byteCount: Int64
        /// The documents with damaged or missing bytes in the source.
        package var damaged: [DocumentID]
    }

    /// The part of a copy that is under way.
    package enum Phase: String, Sendable {
        case bytes = "Bytes copied"
        case rows = "Rows copied"
        case check = "Bytes compared"
    }

    private let source: LocalSystem
    private let target: LocalSystem

    /// Prepares a copy between two open stores.
    package init(from source: LocalSystem, to target: LocalSystem) {
        self.source = source
        self.target = target
    }

    /// Copies the store and compares the copy with it.
    ///
    /// The rows of each table are counted, and all bytes are compared with their hashes.
    ///
    /// - Parameters:
    ///   - now: the time, by which a worker of the source is noticed.
    ///   - report: receives the phase, and the number of files or rows so far and in all.
    /// - Returns: the counts.
    /// - Throws: `Failure`: `target_not_empty`, `store_in_use` also for another copy, `artefact_damaged` if bytes arrived differently; errors of
    ///   both stores.
    package func run(
        at now: Timestamp, report: @escaping @Sendable (Phase, _ completed: Int, _ total: Int) -> Void = { _, _, _ in }
    ) async throws -> Outcome {
        let catalogue = CatalogueCopy(
            from: source.database, to: target.database, domains: LocalSystem.tables(of: source.settings.domains))
        return try await catalogue.alone { try await run(catalogue, at: now, report: report) }
    }

    private func run(
        _ catalogue: CatalogueCopy, at now: Timestamp, report: @escaping @Sendable (Phase, Int, Int) -> Void
    ) async throws -> Outcome {
        try await catalogue.checkUsers()
        try await offPool { try catalogue.checkSource(at: now) }
        try await catalogue.numberEvents()
        let copied = try await offPool { try catalogue.checkTarget() }
        let contents = StoredContents(of: source.database)
        let total = try await contents.count()
        let lost = try await copyBytes(contents) { report(.bytes, $0, total) }
        let rows = try await offPool { try copied ?? catalogue.run { report(.rows, $0, $1) } }
        var outcome = Outcome(rows: rows, files: total - lost.count, byteCount: 0, damaged: [])
        let check = StoreCheck(of: target)
        let found = try await check.run(readsBytes: true) { completed, _ in report(.check, completed, total) }
        outcome.byteCount = found.byteCount
        guard Set(found.faults.map(\.content)) == Set(lost) else {
            throw Failure(
                .artefactDamaged, "Bytes in the target differ from those of the source.",
                hint: "Check the target with formwright store check --hashes.")
        }
        try await offPool { try catalogue.finish() }
        outcome.damaged = Array(Set(found.faults.flatMap(\.documents))).sorted { $0.description < $1.description }
        return outcome
    }

    /// Copies what the target lacks, several at a time.
    ///
    /// - Returns: the names of bytes that are damaged or missing in the source.
    private func copyBytes(
        _ contents: StoredContents, report: @escaping @Sendable (Int) -> Void
    ) async throws -> [ContentID] {
        var (lost, completed): ([ContentID], Int) = ([], 0)
        var last: ContentID?
        while true {
            let page = try await contents.page(after: last)
            guard let end = page.last else { return lost }
            last = end.content
            try await ParallelFiles.forEach(page) { [source, target] entry in
                try Self.copy(entry, from: source.artefacts, to: target.artefacts)
            } then: { entry, isWhole in
                if !isWhole { lost.append(entry.content) }
                completed += 1
                report(completed)
            }
        }
    }

    /// Copies bytes unless the target has them.
    ///
    /// - Returns: false if the source has lost them.
    private static func copy(
        _ entry: StoredContents.Entry, from source: any ArtefactStore, to target: any ArtefactStore
    ) throws -> Bool {
        if try target.byteCount(of: entry.content) == entry.byteCount { return true }
        guard let byteCount = try source.byteCount(of: entry.content) else { return false }
        let upload = try target.upload()
        for range in ParallelFiles.pieces(of: byteCount) {
            try upload.append(source.read(entry.content, in: range))
        }
        // Damaged bytes get another name, to which nothing refers; the garbage collection removes them.
        return try upload.commit().content == entry.content
    }
}
