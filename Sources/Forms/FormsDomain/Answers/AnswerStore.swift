import FailureModel
import FormImport
package import Foundation
import FormModel
package import LocalStore
package import Pipeline
import PipelineSQL
import SQL
import Threads

/// The filled copies of the office's forms, read back.
package struct AnswerStore: Sendable {
    let system: LocalSystem
    var client: PipelineClient { system.client }
    var store: SQLStore { system.database }

    /// Maximum number of filled copies of a form.
    package static let countLimit = 10_000
    /// Maximum number of files in one request.
    package static let filesPerUpload = 50

    /// Opens the filled copies of a local store.
    package init(_ system: LocalSystem) {
        self.system = system
    }

    // MARK: Adding

    /// A stored file with a filled copy.
    package struct File: Sendable {
        /// The ID of the new document.
        package var id = DocumentID(UUID())
        /// The bytes.
        package var content: ContentID
        /// The size in bytes.
        package var byteCount: Int64
        /// The name, without folders.
        package var fileName: String
        /// The media type, detected from the bytes.
        package var mediaType: String

        /// Describes a file.
        package init(content: ContentID, byteCount: Int64, fileName: String, mediaType: String) {
            self.content = content
            self.byteCount = byteCount
            self.fileName = fileName
            self.mediaType = mediaType
        }
    }

    /// Returns whether the fields of a form are known.
    package func isReady(_ form: DocumentID) async throws -> Bool {
        let document = try await client.store.document(form, in: .owner(.office))
        return try await FormKind.fields(of: document, in: client) != nil
    }

    /// Checks that a form takes more filled copies.
    ///
    /// - Throws: `Failure`: `too_many_inputs`.
    package func check(adding count: Int, to form: DocumentID) async throws {
        try await store.read { try Self.check(adding: count, to: form, AnswerTables(db: $0)) }
    }

    private static func check(adding count: Int, to form: DocumentID, _ tables: AnswerTables) throws {
        guard try tables.count(of: form) + count <= countLimit else {
            throw Failure(.tooManyInputs, "A form has at most \(countLimit) filled copies; delete some first.")
        }
    }

    /// Adds filled copies of a form, and begins to read them.
    ///
    /// - Parameters:
    ///   - files: the stored files.
    ///   - form: the form.
    ///   - owner: the owner of the documents.
    /// - Returns: the filled copies, in the same order.
    /// - Throws: `Failure`: `form_unknown`, `too_many_inputs`, `group_unknown`, `artefact_missing`.
    package func add(_ files: [File], to form: DocumentID, owner: OwnerID) async throws -> [StoredAnswer] {
        guard client.kinds[AnswerKind.name] != nil else { throw UnknownKind(kind: AnswerKind.name) }
        let now = Timestamp(Date())
        let new = files.map { file in
            NewDocument(
                id: file.id, owner: owner, kind: AnswerKind.name, fileName: file.fileName, mediaType: file.mediaType,
                content: file.content, byteCount: file.byteCount)
        }
        try await store.write { [system] transaction in
            let tables = AnswerTables(db: transaction.db)
            try tables.lock(additionsTo: form)
            // The group may have been deleted since the request was admitted.
            try system.check(group: owner, transaction)
            guard try SharedFormTables(db: transaction.db).form(form, in: .all) != nil else {
                throw SharedFormStore.unknown
            }
            try Self.check(adding: new.count, to: form, tables)
            for document in new {
                try transaction.add(document, at: now)
                try tables.insert(document.id, of: form)
            }
        }
        let (artefacts, contents) = (client.artefacts, files.map(\.content))
        // They may have been deleted with a document that had the same bytes, before these documents needed them.
        guard try await offPool({ try contents.allSatisfy { try artefacts.contains($0) } }) else {
            for document in new { try await client.delete(document.id, in: .owner(owner)) }
            throw Failure(.artefactMissing, "The stored bytes were deleted before the document was added.")
        }
        for document in new { _ = try await client.process(document.id, in: .owner(owner)) }
        return try await store.read { db in
            try new.compactMap { try AnswerTables(db: db).answer($0.id, of: form) }
        }
    }

    // MARK: Reading

    /// Returns filled copies of a form, newest first.
    ///
    /// - Parameters:
    ///   - form: the form, which the caller may see.
    ///   - place: the ``StoredAnswer/place`` of the last copy of the page before; nil for the first page.
    ///   - limit: the maximum number.
    /// - Returns: the filled copies.
    /// - Throws: an error of the store.
    package func answers(of form: DocumentID, before place: Int64? = nil, limit: Int) async throws -> [StoredAnswer] {
        try await store.read { try AnswerTables(db: $0).answers(of: form, before: place, limit: limit) }
    }

    /// Returns the number of filled copies of a form.
    package func count(of form: DocumentID) async throws -> Int {
        try await store.read { try AnswerTables(db: $0).count(of: form) }
    }

    /// Returns a filled copy of a form.
    ///
    /// - Throws: `StoreError.documentUnknown`.
    package func answer(_ id: DocumentID, of form: DocumentID) async throws -> StoredAnswer {
        guard let answer = try await store.read({ try AnswerTables(db: $0).answer(id, of: form) }) else {
            throw StoreError.documentUnknown(id)
        }
        return answer
    }

    /// Returns the cells of a filled copy with its corrections; nil before they are known.
    package func contents(of answer: StoredAnswer) async throws -> CorrectedAnswer? {
        guard answer.state == .read else { return nil }
        let id = answer.document.id
        let (cells, corrections) = try await store.read { db in
            (
                Self.content(of: AnswerKind.ArtefactName.cells, in: try StoredDocuments(db).artefacts(of: id)),
                try AnswerTables(db: db).corrections(of: id)
            )
        }
        guard let cells else { return nil }
        let artefacts = client.artefacts
        return try await WorkerThreads.shared.run {
            CorrectedAnswer(try Self.cells(cells, from: artefacts), corrections)
        }
    }

    /// Returns the picture of a cell as a PNG file; nil if it has none.
    package func picture(of field: String, in answer: StoredAnswer) async throws -> Data? {
        guard let contents = try await contents(of: answer),
            let place = contents.cells.cells.first(where: { $0.field == field })?.picture
        else { return nil }
        let published = try await client.store.artefacts(of: answer.document.id, in: .all, fill: 0)
        guard let pictures = Self.content(of: AnswerKind.ArtefactName.pictures, in: published) else { return nil }
        return try await offPool { [artefacts = client.artefacts] in try artefacts.read(pictures, in: place) }
    }

    static func content(of name: String, in published: [PublishedArtefact]) -> ContentID? {
        published.last { $0.artefact.name == name }?.artefact.content
    }

    /// Reads stored cells; blocks.
    static func cells(_ content: ContentID, from artefacts: any ArtefactStore) throws -> AnswerCells {
        try JSONDecoder().decode(AnswerCells.self, from: try artefacts.read(content))
    }

    // MARK: Changing

    /// Corrects cells of a filled copy.
    ///
    /// A correction that equals what was read confirms it.
    ///
    /// - Parameters:
    ///   - id: the filled copy.
    ///   - form: its form.
    ///   - version: the version that the corrections are based on; nil for any.
    ///   - changes: the values by field; nil withdraws a correction.
    /// - Returns: the filled copy; nil if its cells are not known.
    /// - Throws: `Failure`: `answer_changed`, `unknown_field`, `wrong_type`, `value_too_long`;
    ///   `StoreError.documentUnknown`.
    package func correct(
        _ id: DocumentID, of form: DocumentID, since version: Int?, _ changes: [String: String?]
    ) async throws -> StoredAnswer? {
        let found = try await answer(id, of: form)
        guard let contents = try await contents(of: found) else { return nil }
        for (field, value) in changes { try contents.cells.check(value, for: field) }
        return try await store.write { transaction in
            let tables = AnswerTables(db: transaction.db)
            try tables.lock(id)
            guard let answer = try tables.answer(id, of: form) else { throw StoreError.documentUnknown(id) }
            guard version == nil || version == answer.version else {
                throw Failure(
                    .answerChanged,
                    "The filled copy has been corrected meanwhile; its version is \(answer.version).")
            }
            let old = try tables.corrections(of: id)
            var corrections = old
            for (field, value) in changes { corrections[field] = value }
            guard corrections != old else { return answer }
            let corrected = CorrectedAnswer(contents.cells, corrections)
            try tables.set(corrections, of: id, changes: answer.changes + 1, doubtful: corrected.doubtful)
            return try tables.answer(id, of: form) ?? answer
        }
    }

    /// Deletes a filled copy with its cells.
    ///
    /// - Throws: `StoreError.documentUnknown`.
    package func delete(_ id: DocumentID, of form: DocumentID) async throws {
        let answer = try await answer(id, of: form)
        try await client.delete(answer.document.id, in: .all)
    }

    /// Deletes the filled copies of deleted forms.
    ///
    /// - Throws: an error of the store; the rest is deleted later.
    package func deleteOrphans() async throws {
        while true {
            let orphans = try await store.read { try AnswerTables(db: $0).orphans(limit: 100) }
            if orphans.isEmpty { return }
            for id in orphans {
                do {
                    try await client.delete(id, in: .all)
                } catch StoreError.documentUnknown {
                    // Another caller deleted it.
                }
            }
        }
    }

    /// Begins to read copies that a crash left unread, if they are old enough.
    ///
    /// - Throws: an error of the store; the rest is begun later.
    package func beginForgotten(addedBefore time: Timestamp) async throws {
        let query = DocumentQuery(in: .all, state: .imported, kind: AnswerKind.name, limit: 200)
        for document in try await client.store.documents(query) where document.createdAt < time {
            do {
                _ = try await client.process(document.id, in: .all)
            } catch is StoreError {
                // Another process has begun or deleted it.
            }
        }
    }
}
