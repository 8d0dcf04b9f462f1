import Files
package import DroppedArchive
package import FailureModel
import Foundation
package import Pipeline
import PipelineProcesses
package import Threads

/// Creates documents from a folder or archive, for watched folders and commands.
///
/// All steps can be repeated, and then find the results of earlier runs.
package struct TreeImport: Sendable {
    private let client: PipelineClient
    private let owner: OwnerID
    private let reading: any TreeReading
    /// Decides which failures of files are worth retrying.
    private let errors: ErrorTable

    private var scope: OwnerScope { .owner(owner) }

    /// Creates an import.
    ///
    /// - Parameters:
    ///   - client: the client of the store; its kinds include that of archives.
    ///   - owner: the owner of the documents.
    ///   - reading: runs the work that reads the files.
    ///   - errors: the error rows of the kinds of the files.
    package init(_ client: PipelineClient, owner: OwnerID, reading: any TreeReading, errors: [ErrorRow]) {
        self.client = client
        self.owner = owner
        self.reading = reading
        self.errors = ErrorTable(ErrorRow.common, ErrorRow.pipeline, ErrorRow.processes, errors)
    }

    // MARK: Archives

    /// Stores an archive as a document, and waits until it has been unpacked.
    ///
    /// This requires a runner.
    ///
    /// - Parameters:
    ///   - name: the archive's name in messages.
    ///   - path: the path of the file.
    ///   - id: the document, which can be deleted once its members are documents.
    ///   - limits: the limits on the archive.
    ///   - files: reads the file.
    /// - Returns: the document, which may have failed.
    /// - Throws: `Failure` for a file that is not an archive; errors of the disk and the store.
    package func unpacked(
        _ name: String, at path: String, as id: DocumentID, limits: DroppedLimits, _ files: any FolderFiles
    ) async throws -> Document {
        let kind = ArchiveKind(limits: limits)
        let (stored, type) = try await reading.read { [client] in
            let byteCount = try files.facts(path)?.size ?? 0
            return try TreeSource.store(kind, byteCount: byteCount, name, in: client.artefacts) {
                try files.read(path, limit: limits.byteCount, $0)
            }
        }
        do {
            _ = try await client.importStored(
                stored.content, byteCount: stored.byteCount, id: id, owner: owner, kind: kind.name,
                fileName: "archive.zip", mediaType: type)
        } catch StoreError.documentExists {
            // An earlier run has imported it.
        }
        var document = try await client.store.document(id, in: scope)
        if document.state == .imported { document = try await client.process(id, in: scope) }
        if document.state == .processing { document = try await client.settled(id, in: scope) }
        return document
    }

    /// Returns the members of an unpacked archive.
    ///
    /// - Throws: errors of the store.
    package func members(ofArchive id: DocumentID, stem: String) async throws -> TreeSource {
        let published = try await client.store.artefacts(of: id, in: scope, fill: 0)
        return try await reading.read { [client] in
            guard let list = published.last(where: { $0.artefact.name == ArchiveMembers.artefact }) else {
                throw Failure(.artefactMissing, "The archive has no list of members.")
            }
            let members = try JSONDecoder().decode(
                ArchiveMembers.self, from: try client.artefacts.read(list.artefact.content))
            return .archive(members, stem: stem, client.artefacts)
        }
    }

    // MARK: Wholes

    /// Plans which files of a folder or archive to store.
    ///
    /// - Throws: `Failure` if nothing is to be stored.
    package func plan(for source: TreeSource, by handler: some TreeHandler) async throws -> TreePlan {
        try await reading.read { [owner] in try handler.plan(for: try source.tree(handler.limits), owner: owner) }
    }

    /// Stores the files of a plan, begins their analysis, and adds their whole.
    ///
    /// Files that failed earlier for reasons that may no longer apply are analysed again. If that makes a difference to
    /// a whole analysed without them, another whole takes its place; the results of the earlier one stay readable.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - source: the source of the files.
    ///   - kind: the kind of the whole.
    ///   - known: the whole returned earlier for the same drop; it is then kept, and nothing is analysed again.
    /// - Returns: the whole, and the content of its manifest.
    /// - Throws: ``UnusableTree`` if the files cannot make up a whole; errors of the disk and the store.
    package func whole(
        of plan: TreePlan, from source: TreeSource, kind: KindName, known: DocumentID? = nil
    ) async throws -> (whole: TreeWhole, manifest: ContentID) {
        var stored: [String: Result<StoredPart, Failure>] = [:]
        for file in plan.files { stored[file.path] = try await part(file, from: source, isRepeated: known != nil) }
        var whole: TreeWhole
        do { whole = try plan.whole(stored) } catch let failure as Failure { throw UnusableTree(failure: failure) }
        if let known { whole.id = known } else { whole.id = try await current(whole.id) }
        let content = try await reading.read { [client, whole] in try client.artefacts.put(whole.manifest) }
        do {
            _ = try await client.importStored(
                content, byteCount: Int64(whole.manifest.count), id: whole.id, owner: owner, kind: kind,
                fileName: whole.fileName, mediaType: whole.mediaType, parts: whole.parts)
        } catch StoreError.documentExists {
            // The same folder was dropped before, or this is a repetition. A failed whole is retried, as
            // expected by whoever drops it again.
            let document = try await client.store.document(whole.id, in: scope)
            if document.failure?.during == .processing { _ = try await client.retry(whole.id, in: scope) }
        }
        return (whole, content)
    }

    /// Stores a file and begins its analysis.
    ///
    /// A returned failure concerns the file alone.
    private func part(
        _ file: TreePlan.File, from source: TreeSource, isRepeated: Bool
    ) async throws -> Result<StoredPart, Failure> {
        let part: StoredPart
        do {
            part = try await reading.read { [client, owner] in
                try source.store(file, for: owner, in: client.artefacts)
            }
        } catch let failure as Failure {
            return .failure(failure)
        }
        do {
            _ = try await client.importStored(
                part.content, byteCount: part.byteCount, id: part.document, owner: owner, kind: file.kind.name,
                fileName: file.name, mediaType: part.mediaType)
        } catch StoreError.documentExists {
            // The same bytes were dropped before.
        }
        let document = try await client.store.document(part.document, in: scope)
        do {
            if document.state == .imported {
                _ = try await client.process(part.document, in: scope)
            } else if let failure = document.failure, !isRepeated, errors.isWorthAnotherTry(failure.code) {
                _ = try await client.retry(part.document, in: scope)
            }
        } catch StoreError.moveNotAllowed {
            // Another task or process has begun it meanwhile.
        }
        return .success(part)
    }

    /// Returns the first ID in a whole's series that is not outdated.
    ///
    /// A whole is outdated if it was analysed without a file that is usable by now.
    ///
    /// - Parameter id: the ID derived from the files.
    /// - Returns: that ID, or one derived from it.
    /// - Throws: errors of the store.
    private func current(_ id: DocumentID) async throws -> DocumentID {
        var (candidate, number) = (id, 1)
        while try await isOutdated(candidate) {
            number += 1
            candidate = DocumentID(digestOf: "whole\n\(id)\n\(number)")
        }
        return candidate
    }

    /// Returns whether a part of a whole has become usable since the whole's analysis.
    ///
    /// This waits for parts being analysed again, since repeated failures make no difference.
    private func isOutdated(_ id: DocumentID) async throws -> Bool {
        let whole: Document
        do { whole = try await client.store.document(id, in: scope) } catch StoreError.documentUnknown { return false }
        // A whole that has not been analysed yet will be, with its parts as they are by then.
        if [.imported, .processing].contains(whole.state) || whole.failure?.during == .processing { return false }
        let results = try await client.store.artefacts(of: id, in: scope, fill: 0)
        guard let analysed = results.map(\.publishedAt).min() else { return false }
        for part in try await client.store.parts(of: id, in: scope) {
            guard var document = part.document, document.updatedAt > analysed else { continue }
            if document.state.isWorking { document = try await client.settled(document.id, in: scope) }
            if document.failure == nil { return true }
        }
        return false
    }

    /// Waits until the whole has been analysed.
    ///
    /// This requires a runner.
    ///
    /// - Returns: the document, which may have failed.
    /// - Throws: `StoreError.documentUnknown` if it was deleted; errors of the store.
    package func analysed(_ id: DocumentID) async throws -> Document {
        let document = try await client.settled(id, in: scope)
        guard document.state == .imported else { return document }
        _ = try await client.process(id, in: scope)
        return try await client.settled(id, in: scope)
    }
}

/// Runs blocking work that reads files of unknown origin.
package protocol TreeReading: Sendable {
    /// Runs the work on a thread that it may block.
    func read<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T
}

extension WorkerThreads: TreeReading {
    /// Runs the work on one of the threads.
    package func read<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T { try await run(body) }
}

/// A folder or archive that cannot become a document.
package struct UnusableTree: Error, FailureConvertible {
    /// The reason.
    package let failure: Failure
}
