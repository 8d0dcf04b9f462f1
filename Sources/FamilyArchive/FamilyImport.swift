import FailureModel
package import Formwright
import Foundation
package import Pipeline
import PipelineSQLite
import RowQuery
package import StorytellingSQLite
import Synchronization
import Threads

/// Makes a family of an export, which is not trusted: wholly or not at all.
///
/// Uploads are put into the store first, where nothing refers to them: if the process is killed, the collection of garbage
/// removes them. Then one transaction adds the users, the documents and the rows.
package struct FamilyImport: Sendable {
    /// What was imported.
    package struct Outcome: Sendable, Hashable {
        /// The ID of the family.
        package var family = ""
        /// The name of the family.
        package var name = ""
        /// Whether the family and its rows have other IDs than in the export.
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
        /// The addresses of users who were added, without a password.
        package var newUsers: [String] = []
        /// Members without an address, who cannot log in; they keep what they said, and their nicknames.
        package var membersWithoutAddress = 0
        /// Artworks that were not taken over, since the export lacks their pictures.
        package var artworksWithoutPicture = 0
        /// Photos of moments, portraits and thumbnails that the export lacks.
        package var missingPhotos = 0
        /// Books, which stay in the export.
        package var books = 0
    }

    private let system: LocalSystem
    private let families: FamilyStore
    private let clock: any PipelineClock

    /// Creates the import into a store.
    package init(into system: LocalSystem, _ families: FamilyStore, clock: any PipelineClock = SystemClock()) {
        self.system = system
        self.families = families
        self.clock = clock
    }

    /// Imports a family.
    ///
    /// - Parameters:
    ///   - descriptor: an export, open for reading; stays open.
    ///   - report: receives the number of uploads so far and in all, on a thread that may block; what it throws ends the import.
    /// - Returns: what was imported.
    /// - Throws: `Failure`: `malformed_export`, `input_too_large`, `unsupported_type`, `disk_full`; the store's errors.
    ///   Nothing is left then.
    package func run(
        reading descriptor: Int32,
        report: @escaping @Sendable (_ completed: Int, _ total: Int) throws -> Void = { _, _ in }
    ) async throws -> Outcome {
        let contents = try await offPool { try FamilyContents(try ImportFile(descriptor: descriptor).rows()) }
        let put = PutUploads()
        do {
            try await offPool { [system, clock] in
                let originals = contents.originals
                try ImportFile(descriptor: descriptor).put(originals, into: system.artefacts) { content, upload in
                    let count = put.add(content, upload, at: clock.now)
                    try report(count, originals.count)
                }
            }
            let uploads = put.uploads
            let now = clock.now
            return try await families.write { [system] rows, transaction in
                // Whoever removes bytes that no document needs does that in a transaction, too.
                for content in uploads.keys where try !system.artefacts.contains(content) {
                    throw Failure(.artefactMissing, "An upload was deleted before the family was added; try again.")
                }
                return try FamilyRebuild(contents, uploads, rows, system.kinds, at: now, in: transaction).run()
            }
        } catch {
            // Unless others have the same bytes. In a task of its own, since this one may have been cancelled.
            let discarding = Task { [system] in try await system.client.discard(put.times) }
            _ = await discarding.result
            if let error = error as? RowQueryError { throw error.failureOfImport }
            throw error
        }
    }
}

/// The uploads that have been put into the store.
private final class PutUploads: Sendable {
    private struct State {
        var uploads: [ContentID: ImportFile.Upload] = [:]
        var times: [ContentID: Timestamp] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// The uploads by their content.
    var uploads: [ContentID: ImportFile.Upload] { state.withLock { $0.uploads } }
    /// When each was put last.
    var times: [ContentID: Timestamp] { state.withLock { $0.times } }

    /// Adds an upload, and returns how many there have been.
    func add(_ content: ContentID, _ upload: ImportFile.Upload, at now: Timestamp) -> Int {
        state.withLock { state in
            state.uploads[content] = upload
            state.times[content] = now
            state.count += 1
            return state.count
        }
    }
}
