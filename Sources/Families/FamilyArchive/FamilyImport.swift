package import LocalStore
import FailureModel
import Foundation
package import Pipeline
import PipelineSQL
import RowQuery
package import FamiliesSQL
import Synchronization
import Threads

/// Creates a family from an untrusted export, completely or not at all.
///
/// Uploads are stored first, without references: if the process is killed, garbage collection removes them. Then
/// documents and rows are added in short transactions, between which others can write, to a family without members,
/// which nobody sees. The last transaction adds the members and the missing users.
package struct FamilyImport: Sendable {
    /// The result of an import.
    package struct Outcome: Sendable, Hashable {
        /// The ID of the family.
        package var family = ""
        /// The name of the family.
        package var name = ""
        /// Whether the family and its rows have new IDs.
        package var hasNewIDs = false
        /// Number of members.
        package var members = 0
        /// Number of children.
        package var children = 0
        /// Number of artworks.
        package var artworks = 0
        /// Number of pictures.
        package var pictures = 0
        /// Number of reactions and comments.
        package var remarks = 0
        /// The addresses of users added without a password.
        package var newUsers: [String] = []
        /// Number of members without an address, who cannot log in.
        ///
        /// Their contributions and nicknames are kept.
        package var membersWithoutAddress = 0
        /// Number of artworks left out because the export lacks their pictures.
        package var artworksWithoutPicture = 0
        /// Number of photos of moments, portraits and thumbnails missing in the export.
        package var missingPhotos = 0
        /// Number of books, which stay in the export.
        package var books = 0
    }

    private let system: LocalSystem
    private let families: FamilyStore
    private let clock: any PipelineClock
    private let slice: Duration
    private let pause: @Sendable (_ took: Duration) async throws -> Void

    /// Creates the import into a store.
    ///
    /// - Parameters:
    ///   - system: The store.
    ///   - families: The rows of the same store.
    ///   - clock: The current time; `nil` for the store's clock.
    ///   - slice: The maximum duration of a transaction before the next one begins.
    ///   - pause: Called between transactions with the duration of the last one. By default others get a quarter of it:
    ///     processes that wait for each other look again at least every tenth of a second, so each soon gets its turn.
    package init(
        into system: LocalSystem, _ families: FamilyStore, clock: (any PipelineClock)? = nil,
        slice: Duration = .milliseconds(100),
        pause: @escaping @Sendable (_ took: Duration) async throws -> Void = { try await Task.sleep(for: $0 / 4) }
    ) {
        self.system = system
        self.families = families
        self.clock = clock ?? families.clock
        self.slice = slice
        self.pause = pause
    }

    /// Imports a family.
    ///
    /// - Parameters:
    ///   - descriptor: An export open for reading. It stays open.
    ///   - report: Receives the number of uploads so far and in total, on a thread that may block. Throwing stops the
    ///     import.
    /// - Returns: The result.
    /// - Throws: `Failure`: `malformed_export`, `input_too_large`, `unsupported_type`, `disk_full`; errors of the
    ///   store. Nothing is left then.
    package func run(
        reading descriptor: Int32,
        report: @escaping @Sendable (_ completed: Int, _ total: Int) throws -> Void = { _, _ in }
    ) async throws -> Outcome {
        let contents = try await offPool { try FamilyContents(try ImportFile(descriptor: descriptor).rows()) }
        let put = PutUploads()
        var begun: String?
        do {
            try await offPool { [system, clock] in
                let originals = contents.originals
                try ImportFile(descriptor: descriptor).put(originals, into: system.artefacts) { content, upload in
                    let count = put.add(content, upload, at: clock.now)
                    try report(count, originals.count)
                }
            }
            let uploads = put.uploads
            @Sendable func rebuild(_ rows: FamilyRows, _ transaction: StoreTransaction) -> FamilyRebuild {
                FamilyRebuild(
                    contents, uploads, rows, system.kinds, system.artefacts, at: clock.now, in: transaction)
            }
            var progress = try await families.write(isDurable: false) { try rebuild($0, $1).begin() }
            begun = progress.outcome.family
            while true {
                let start = ContinuousClock.now
                // The last transaction is durable, together with all previous ones.
                let (next, isDone) = try await families.write { [progress, slice] rows, transaction in
                    var progress = progress
                    let isDone = try rebuild(rows, transaction).proceed(&progress, for: slice)
                    return (progress, isDone)
                }
                progress = next
                if isDone { return progress.outcome }
                try await pause(ContinuousClock.now - start)
            }
        } catch {
            // In a separate task, because this one may have been cancelled.
            let undoing = Task { [begun] in try await undo(begun, put.times) }
            _ = await undoing.result
            if let error = error as? RowQueryError { throw error.failureOfImport }
            throw error
        }
    }

    /// Removes the remains of an import, including uploads that nobody else has.
    private func undo(_ family: String?, _ uploads: [ContentID: Timestamp]) async throws {
        var bytes = uploads
        if let family {
            try await families.write { _, transaction in try FamilyImports.undo(family, transaction.db) }
            bytes.merge(try await families.purge(at: clock.now).bytes, uniquingKeysWith: max)
        }
        try await system.client.discard(bytes)
    }
}

/// Records the uploads put into the store.
private final class PutUploads: Sendable {
    private struct State {
        var uploads: [ContentID: ImportFile.Upload] = [:]
        var times: [ContentID: Timestamp] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// The uploads by their content.
    var uploads: [ContentID: ImportFile.Upload] { state.withLock { $0.uploads } }
    /// The times of the last storage of each upload.
    var times: [ContentID: Timestamp] { state.withLock { $0.times } }

    /// Adds an upload, and returns the total number.
    func add(_ content: ContentID, _ upload: ImportFile.Upload, at now: Timestamp) -> Int {
        state.withLock { state in
            state.uploads[content] = upload
            state.times[content] = now
            state.count += 1
            return state.count
        }
    }
}
