import FailureModel
import Foundation
package import Pipeline
package import PipelineSQL
import SQL
import Threads

/// Growing documents: files arrive over time, and each set of them is a separate document.
///
/// A collection has a name, unique for its owner and kind. Its *generations* are documents that have the files as
/// parts; the newest one has all files. See ``Pipeline/CollectionKind``.
package struct FileCollections: Sendable {
    private let database: SQLStore
    private let client: PipelineClient
    private let dependencies: Dependencies

    /// The schema, which the store must be opened with.
    package static var schema: DomainSchema { CollectionTables.schema }

    /// Creates the operations on a store's collections.
    package init(_ database: SQLStore, _ client: PipelineClient, dependencies: Dependencies = Dependencies()) {
        self.database = database
        self.client = client
        self.dependencies = dependencies
    }

    /// A file with stored bytes.
    package struct NewFile: Sendable, Hashable {
        /// The bytes.
        package var content: ContentID
        /// The number of bytes.
        package var byteCount: Int64
        /// The name, which determines the file's role.
        package var name: String
        /// The media type.
        package var mediaType: String

        /// Creates a file.
        package init(content: ContentID, byteCount: Int64, name: String, mediaType: String) {
            self.content = content
            self.byteCount = byteCount
            self.name = name
            self.mediaType = mediaType
        }
    }

    // MARK: Queries

    /// Returns the names of an owner's collections of a kind, oldest first.
    package func names(of kind: KindName, owner: OwnerID) async throws -> [String] {
        try await database.read { db in
            try db.values(
                String.self,
                """
                SELECT name FROM collections_names WHERE owner = ? AND kind = ? AND EXISTS
                    (SELECT 1 FROM collections_generations WHERE collection = id)
                ORDER BY id
                """, [owner.text, kind.text])
        }
    }

    /// Returns the keys of all collections of a kind, sorted by owner, oldest first.
    package func keys(of kind: KindName) async throws -> [CollectionKey] {
        try await database.read { db in
            try db.rows(
                """
                SELECT owner, name FROM collections_names WHERE kind = ? AND EXISTS
                    (SELECT 1 FROM collections_generations WHERE collection = id)
                ORDER BY owner, id
                """, [kind.text]
            ) { try CollectionKey($0["name"], kind: kind, owner: OwnerID($0["owner"])) }
        }
    }

    /// Returns the document of the newest generation.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionUnknown``.
    package func current(_ key: CollectionKey) async throws -> Document {
        let id = try await database.read { db in
            try CollectionTables.number(of: key, db).flatMap { try CollectionTables.newest(of: $0, db)?.document }
        }
        guard let id else { throw key.unknown }
        return try await client.store.document(id, in: .owner(key.owner))
    }

    /// Returns the newest analysed document, if any.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionUnknown``.
    package func newestAnalysed(_ key: CollectionKey) async throws -> Document? {
        let (isKnown, id) = try await database.read { db in
            let number = try CollectionTables.number(of: key, db)
            return (number != nil, try number.flatMap { try CollectionTables.newestAnalysed(of: $0, db) })
        }
        guard isKnown else { throw key.unknown }
        guard let id else { return nil }
        return try await client.store.document(id, in: .owner(key.owner))
    }

    /// Returns the files of the newest generation, oldest first.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionUnknown``.
    package func files(of key: CollectionKey) async throws -> [Part] {
        let document = try await current(key)
        return try await client.store.parts(of: document.id, in: .owner(key.owner))
    }

    // MARK: Growth

    /// Adds a file as a document of its own and begins to read it.
    ///
    /// It is not in any generation yet.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - id: the document's ID, which makes the call repeatable.
    ///   - key: the collection with the file's companions; it need not exist.
    ///   - kind: the kind of the collection.
    /// - Returns: the document, or an existing one if the collection already has the same file and could read it.
    /// - Throws: the store's errors.
    package func importFile(
        _ file: NewFile, as id: DocumentID, to key: CollectionKey, of kind: any CollectionKind
    ) async throws -> Document {
        let parts = try await existingFiles(of: try await newest(of: key)?.document, key.owner)
        return try await importFile(file, as: id, to: key, of: kind, beside: parts)
    }

    private func importFile(
        _ file: NewFile, as id: DocumentID, to key: CollectionKey, of kind: any CollectionKind,
        beside parts: [Document]
    ) async throws -> Document {
        if let known = try await document(id, of: key.owner) { return try await begun(known) }
        let companions = kind.companions(of: file.name, among: parts.map(\.fileName)).map { parts[$0].id }
        let twin = parts.first { $0.content == file.content && $0.fileName == file.name && $0.state != .failed }
        if let twin {
            let isReadAlike = try await companions.isEmpty ? true : hasParts(companions, twin)
            if isReadAlike { return twin }
        }
        return try await begun(try await add(file, as: id, readWith: companions, to: key, kind.fileKind.name))
    }

    /// Adds a file's document with a record of its collection.
    private func add(
        _ file: NewFile, as id: DocumentID, readWith companions: [DocumentID], to key: CollectionKey, _ kind: KindName
    ) async throws -> Document {
        let new = NewDocument(
            id: id, owner: key.owner, kind: kind, fileName: file.name, mediaType: file.mediaType,
            content: file.content, byteCount: file.byteCount, parts: companions)
        let now = dependencies.clock.now
        let document = try await database.write { transaction in
            let document = try transaction.add(new, at: now)
            let collection = try CollectionTables.add(key, at: now, transaction.db)
            try CollectionTables.add(files: [id], to: collection, transaction.db)
            return document
        }
        guard try await offPool({ [client] in try client.artefacts.contains(file.content) }) else {
            try await client.store.delete(id, in: .owner(key.owner), at: dependencies.clock.now)
            throw Failure(.artefactMissing, "The stored bytes were deleted before the document was added.")
        }
        return document
    }

    /// Adds files to a collection, created if necessary, and processes its newest document.
    ///
    /// - Parameters:
    ///   - key: the collection.
    ///   - kind: its kind.
    ///   - files: the files.
    ///   - ids: the IDs of their documents; new ones by default.
    /// - Returns: the newest document.
    /// - Throws: see ``add(_:to:of:)``.
    package func grow(
        _ key: CollectionKey, of kind: any CollectionKind, by files: [NewFile], as ids: [DocumentID]? = nil
    ) async throws -> Document {
        let ids = ids ?? files.map { _ in DocumentID(dependencies.makeID()) }
        let names = files.map(\.name)
        let companions = Set(names.flatMap { kind.companions(of: $0, among: names) })
        // This is read once for all files: there may be thousands of both.
        let parts = try await existingFiles(of: try await newest(of: key)?.document, key.owner)
        var added: [Int: Document] = [:]
        for place in files.indices.sorted(by: { companions.contains($0) && !companions.contains($1) }) {
            added[place] = try await importFile(
                files[place], as: ids[place], to: key, of: kind,
                beside: parts + added.sorted { $0.key < $1.key }.map(\.value))
        }
        return try await begun(try await add(files.indices.compactMap { added[$0] }, to: key, of: kind))
    }

    /// Creates a generation with more files and returns its document, not yet processed.
    ///
    /// - A file that already is the newest one of its name in the newest generation, under the same or another ID, adds
    ///   nothing. If a different file of its name came after it, it becomes the newest again.
    /// - A file replaces an unreadable one with the same name.
    /// - Files with a new file among their companions are read again.
    ///
    /// - Parameters:
    ///   - files: documents of ``importFile(_:as:to:of:)``.
    ///   - key: the collection, which is created if it does not exist.
    ///   - kind: the kind of the collection.
    /// - Returns: the newest generation's document.
    /// - Throws: `parts_refused` if there are too many files.
    package func add(
        _ files: [Document], to key: CollectionKey, of kind: any CollectionKind
    ) async throws -> Document {
        while true {
            let newest = try await newest(of: key)
            let old = try await existingFiles(of: newest?.document, key.owner)
            var parts = Self.merged(old, files)
            if let newest, parts == old {
                return try await client.store.document(newest.document, in: .owner(key.owner))
            }
            let readAgain = try await readAgain(&parts, since: files, key, kind)
            if let document = try await makeGeneration(parts, after: newest?.generation, key, kind) {
                return document
            }
            for file in readAgain { try await client.delete(file, in: .owner(key.owner)) }
        }
    }

    /// Creates a generation without some files and returns its document, not yet processed.
    ///
    /// The files stay in earlier generations.
    ///
    /// - Parameters:
    ///   - name: the name of the files.
    ///   - key: the collection.
    ///   - kind: the kind of the collection.
    /// - Returns: the newest generation's document.
    /// - Throws: ``FailureModel/ErrorCode/collectionUnknown``, or `input_missing` if no file has that name.
    package func removeFiles(
        named name: String, from key: CollectionKey, of kind: any CollectionKind
    ) async throws -> Document {
        while true {
            guard let newest = try await newest(of: key) else { throw key.unknown }
            let old = try await existingFiles(of: newest.document, key.owner)
            let parts = old.filter { $0.fileName != name }
            guard parts.count < old.count else {
                throw Failure(.inputMissing, "The \(kind.name) “\(key.name)” has no file \(name).")
            }
            if let document = try await makeGeneration(parts, after: newest.generation, key, kind) {
                return document
            }
        }
    }

    private static func merged(_ old: [Document], _ new: [Document]) -> [Document] {
        var parts = old
        for file in new {
            let newest = parts.last { $0.fileName == file.fileName }
            if let newest, newest.id == file.id || newest.isTwin(of: file) { continue }
            parts.removeAll { $0.id == file.id }
            if let place = parts.firstIndex(where: { $0.fileName == file.fileName && $0.state == .failed }) {
                parts[place] = file
            } else {
                parts.append(file)
            }
        }
        return parts
    }

    /// Replaces files with new companions, and returns their new documents.
    private func readAgain(
        _ parts: inout [Document], since new: [Document], _ key: CollectionKey, _ kind: any CollectionKind
    ) async throws -> [DocumentID] {
        let newNames = new.map(\.fileName)
        let names = parts.map(\.fileName)
        var again: [DocumentID] = []
        for (place, part) in parts.enumerated() where !kind.companions(of: part.fileName, among: newNames).isEmpty {
            let companions = kind.companions(of: part.fileName, among: names).map { parts[$0].id }
            if try await hasParts(companions, part) { continue }
            let file = NewFile(
                content: part.content, byteCount: part.byteCount, name: part.fileName, mediaType: part.mediaType)
            parts[place] = try await begun(
                try await add(
                    file, as: DocumentID(dependencies.makeID()), readWith: companions, to: key, part.kind))
            again.append(parts[place].id)
        }
        return again
    }

    /// Adds the document of the next generation; `nil` if another caller was faster.
    private func makeGeneration(
        _ parts: [Document], after generation: Int64?, _ key: CollectionKey, _ kind: any CollectionKind
    ) async throws -> Document? {
        let manifest = try kind.manifest(
            of: key.name, files: parts.map { CollectionFile(name: $0.fileName, content: $0.content) })
        let content = try await offPool { [client] in try client.artefacts.put(manifest.bytes) }
        let new = NewDocument(
            id: DocumentID(dependencies.makeID()), owner: key.owner, kind: kind.name, fileName: manifest.fileName,
            mediaType: manifest.mediaType, content: content, byteCount: Int64(manifest.bytes.count),
            parts: parts.map(\.id))
        let now = dependencies.clock.now
        let document = try await database.write { transaction -> Document? in
            let collection = try CollectionTables.add(key, at: now, transaction.db)
            guard try CollectionTables.newest(of: collection, transaction.db)?.generation == generation else {
                return nil
            }
            let document = try transaction.add(new, at: now)
            try CollectionTables.add(document.id, as: (generation ?? 0) + 1, of: collection, transaction.db)
            try CollectionTables.add(files: new.parts, to: collection, transaction.db)
            return document
        }
        // A deletion may have removed equal bytes before the document referred to them.
        try await offPool { [client] in
            if try !client.artefacts.contains(content) { _ = try client.artefacts.put(manifest.bytes) }
        }
        return document
    }

    // MARK: Endings

    /// Deletes a collection: its documents with their bytes, and its name.
    ///
    /// The call can be repeated after an interruption.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionUnknown``.
    package func delete(_ key: CollectionKey) async throws {
        let documents = try await database.read { db in
            try CollectionTables.number(of: key, db).map { try CollectionTables.documents(of: $0, db) }
        }
        guard let documents else { throw key.unknown }
        // The name goes with the last document, unless a file is added meanwhile.
        for document in documents {
            do {
                try await client.delete(document, in: .owner(key.owner))
            } catch StoreError.documentUnknown {
                // Another caller deleted it.
            }
        }
    }

    /// Gives a collection to another owner and returns its new document, not yet processed.
    ///
    /// The other owner gets documents with the same files; those of the former owner are deleted.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionUnknown``, or ``FailureModel/ErrorCode/collectionExists`` if the
    ///   other owner has one with that name.
    package func give(
        _ key: CollectionKey, of kind: any CollectionKind, to owner: OwnerID
    ) async throws -> Document {
        let target = try CollectionKey(key.name, kind: key.kind, owner: owner)
        let files = try await existingFiles(of: try await current(key).id, key.owner)
        guard try await newest(of: target) == nil else {
            throw Failure(.collectionExists, "The owner already has an \(kind.name) “\(key.name)”.")
        }
        let document = try await add(try await copy(files, to: target, of: kind), to: target, of: kind)
        try await delete(key)
        return document
    }

    /// Moves the files of a collection into another owner's one with the same name.
    ///
    /// The target is created if necessary. Nothing happens if the source does not exist. The call can be repeated after
    /// an interruption.
    ///
    /// - Throws: `parts_refused` if there are too many files.
    package func move(_ key: CollectionKey, of kind: any CollectionKind, to owner: OwnerID) async throws {
        guard let document = try await newest(of: key)?.document else { return }
        let target = try CollectionKey(key.name, kind: key.kind, owner: owner)
        let files = try await copy(try await existingFiles(of: document, key.owner), to: target, of: kind)
        _ = try await add(files, to: target, of: kind)
        try await delete(key)
    }

    /// Adds documents with the same bytes for the owner of another collection.
    private func copy(
        _ files: [Document], to target: CollectionKey, of kind: any CollectionKind
    ) async throws -> [Document] {
        let names = files.map(\.fileName)
        let companions = names.map { kind.companions(of: $0, among: names) }
        var copies: [Int: Document] = [:]
        // Companions come first, since other files are read with them.
        for place in files.indices.sorted(by: { companions[$0].count < companions[$1].count }) {
            let file = files[place]
            let id = DocumentID(digestOf: "\(file.id) \(target.owner.text)")
            if let known = try await self.document(id, of: target.owner) {
                copies[place] = known
                continue
            }
            copies[place] = try await add(
                NewFile(
                    content: file.content, byteCount: file.byteCount, name: file.fileName, mediaType: file.mediaType),
                as: id, readWith: companions[place].compactMap { copies[$0]?.id }, to: target, file.kind)
        }
        return files.indices.compactMap { copies[$0] }
    }

    // MARK: Documents

    private func newest(of key: CollectionKey) async throws -> (generation: Int64, document: DocumentID)? {
        try await database.read { db in
            try CollectionTables.number(of: key, db).flatMap { try CollectionTables.newest(of: $0, db) }
        }
    }

    /// Returns the existing files of a generation; empty without one.
    private func existingFiles(of document: DocumentID?, _ owner: OwnerID) async throws -> [Document] {
        guard let document else { return [] }
        return try await client.store.parts(of: document, in: .owner(owner)).compactMap(\.document)
    }

    /// Returns a document; `nil` if the owner has none with this ID.
    private func document(_ id: DocumentID, of owner: OwnerID) async throws -> Document? {
        do {
            return try await client.store.document(id, in: .owner(owner))
        } catch StoreError.documentUnknown {
            return nil
        }
    }

    private func hasParts(_ parts: [DocumentID], _ document: Document) async throws -> Bool {
        try await client.store.parts(of: document.id, in: .owner(document.owner)).map(\.id) == parts
    }

    /// Processes a document of a collection, unless this has begun already.
    ///
    /// - Returns: the document.
    /// - Throws: the store's errors.
    package func begun(_ document: Document) async throws -> Document {
        guard document.state == .imported else { return document }
        do {
            return try await client.process(document.id, in: .owner(document.owner))
        } catch let error as StoreError {
            // Another process began it.
            guard case .moveNotAllowed = error else { throw error }
            return try await client.store.document(document.id, in: .owner(document.owner))
        }
    }
}

extension Document {
    /// Whether the other document is a readable file with this name and these bytes.
    fileprivate func isTwin(of file: Document) -> Bool {
        content == file.content && fileName == file.fileName && state != .failed
    }
}
