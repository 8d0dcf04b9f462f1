public import FailureModel
public import Foundation
import Threads

/// The operations on documents, from import to deletion; ``Runner``s do the work.
///
/// A caller that acts for an owner passes that owner's scope; documents of other owners are `document_unknown`.
///
/// Every method may throw ``StoreError``, or the store's own error if the store is unavailable. Nothing has changed
/// then.
public struct PipelineClient: Sendable {
    /// The declared kinds.
    public let kinds: KindTable
    /// The store of the documents.
    public let store: any Store
    /// The store of their bytes.
    public let artefacts: any ArtefactStore
    private let dependencies: Dependencies

    /// Creates a client of a store and its artefacts.
    public init(
        kinds: KindTable, store: any Store, artefacts: any ArtefactStore, dependencies: Dependencies = Dependencies()
    ) {
        self.kinds = kinds
        self.store = store
        self.artefacts = artefacts
        self.dependencies = dependencies
    }

    /// Stores the bytes durably and adds a document in the state `imported`.
    ///
    /// - Throws: ``UnknownKind``, ``FileSystemError``, ``StoreError``.
    public func importDocument(
        _ bytes: Data, owner: OwnerID, kind: KindName, fileName: String, mediaType: String, priority: Int = 0,
        facts: [String: String] = [:], parts: [DocumentID] = []
    ) async throws -> Document {
        // This is checked before the bytes are stored, so that a refused import leaves nothing behind.
        guard kinds[kind] != nil else { throw UnknownKind(kind: kind) }
        let content = try await offPool { [artefacts] in try artefacts.put(bytes) }
        let document = try await store.add(
            NewDocument(
                id: DocumentID(dependencies.makeID()), owner: owner, kind: kind, fileName: fileName,
                mediaType: mediaType, content: content, byteCount: Int64(bytes.count), priority: priority, facts: facts,
                parts: parts),
            at: dependencies.clock.now)
        try await putAgain([(content, bytes)])
        return document
    }

    /// Puts bytes that may have been deleted before the store referred to them.
    private func putAgain(_ bytes: [(content: ContentID, bytes: Data)]) async throws {
        try await offPool { [artefacts] in
            for (content, bytes) in bytes where try !artefacts.contains(content) { _ = try artefacts.put(bytes) }
        }
    }

    /// Adds a document with stored bytes under an ID chosen by the caller.
    ///
    /// A caller that repeats the import after a crash cannot add the document twice.
    ///
    /// - Throws: ``UnknownKind``, ``StoreError`` (`document_exists`); `artefact_missing` in the rare case that the
    ///   bytes were removed meanwhile with a document that had the same ones.
    public func importStored(
        _ content: ContentID, byteCount: Int64, id: DocumentID, owner: OwnerID, kind: KindName, fileName: String,
        mediaType: String, priority: Int = 0, facts: [String: String] = [:], parts: [DocumentID] = []
    ) async throws -> Document {
        guard kinds[kind] != nil else { throw UnknownKind(kind: kind) }
        let new = NewDocument(
            id: id, owner: owner, kind: kind, fileName: fileName, mediaType: mediaType, content: content,
            byteCount: byteCount, priority: priority, facts: facts, parts: parts)
        let document = try await store.add(new, at: dependencies.clock.now)
        guard try await offPool({ [artefacts] in try artefacts.contains(content) }) else {
            try await store.delete(id, in: .owner(owner), at: dependencies.clock.now)
            throw Failure(.artefactMissing, "The stored bytes were deleted before the document was added.")
        }
        return document
    }

    /// Starts the analysis and returns the document, unchanged if it is running already.
    ///
    /// Parts not yet begun are analysed first.
    public func process(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        let document = try await store.document(id, in: scope)
        if document.state == .processing { return document }
        return try await begin(document, in: scope, .processing, inputs: [])
    }

    /// Freezes the given and the stored inputs, and starts a fill.
    ///
    /// They are published under ``StageName/inputs``.
    public func fill(_ id: DocumentID, in scope: OwnerScope, inputs: [Input]) async throws -> Document {
        let document = try await store.document(id, in: scope)
        guard document.mayEnter(.filling) else {
            throw StoreError.moveNotAllowed(id, from: document.state, to: .filling)
        }
        let all = try await storedInputs(of: document) + inputs
        let frozen = try await offPool { [artefacts] in
            try all.map { input in
                Artefact(
                    name: input.name, mediaType: input.mediaType, content: try artefacts.put(input.bytes),
                    byteCount: Int64(input.bytes.count))
            }
        }
        let filling = try await begin(document, in: scope, .filling, inputs: frozen)
        try await putAgain(zip(frozen, all).map { ($0.content, $1.bytes) })
        return filling
    }

    /// Returns the stored inputs that a fill would freeze now beside the caller's.
    public func storedInputs(of document: Document) async throws -> [Input] {
        try await kinds[document.kind]?.storedInputs?(document, store) ?? []
    }

    /// An input of a fill, such as the values to fill in.
    public struct Input: Sendable {
        /// The artefact's name.
        public let name: String
        /// Its media type.
        public let mediaType: String
        /// The bytes to freeze.
        public let bytes: Data

        /// Creates an input.
        public init(name: String, mediaType: String, bytes: Data) {
            self.name = name
            self.mediaType = mediaType
            self.bytes = bytes
        }
    }

    private func begin(
        _ document: Document, in scope: OwnerScope, _ state: DocumentState, inputs: [Artefact]
    ) async throws -> Document {
        guard let route = kinds.route(of: document, through: state) else { throw UnknownKind(kind: document.kind) }
        try await beginParts(of: document, in: scope)
        return try await store.begin(
            document.id, in: scope, along: route, inputs: inputs, at: dependencies.clock.now)
    }

    private func beginParts(of document: Document, in scope: OwnerScope) async throws {
        if document.partCount == 0 { return }
        for part in try await store.parts(of: document.id, in: scope) where part.document?.state == .imported {
            do {
                _ = try await process(part.id, in: scope)
            } catch StoreError.moveNotAllowed, StoreError.documentUnknown {
                // Another caller began or deleted it meanwhile; if not, the whole is refused.
            }
        }
    }

    /// Resumes a failed document at its failed stage, with the full number of attempts.
    public func retry(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        let document = try await store.document(id, in: scope)
        guard let failure = document.failure else {
            throw StoreError.moveNotAllowed(id, from: document.state, to: .processing)
        }
        guard let route = kinds.route(of: document, through: failure.during, from: failure.stage) else {
            throw UnknownKind(kind: document.kind)
        }
        return try await store.resume(id, in: scope, along: route, at: dependencies.clock.now)
    }

    /// Cancels the work.
    ///
    /// The document is then `failed` with the code `cancelled` and can be retried.
    public func cancel(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await store.cancel(id, in: scope, at: dependencies.clock.now)
    }

    /// Deletes the document with its bytes, unless other documents need them.
    ///
    /// A job that has put equal bytes and has not published them yet is run again; see ``Runner``. Bytes put but not
    /// published by the document's own work are removed when that work ends, or by ``collectGarbage(olderThan:)``.
    public func delete(_ id: DocumentID, in scope: OwnerScope) async throws {
        let bytes = try await store.document(id, in: scope).bytes(
            with: try await store.artefacts(of: id, in: scope, fill: nil))
        try await store.delete(id, in: scope, at: dependencies.clock.now)
        try await discard(bytes)
    }

    /// Removes bytes of deleted documents that no other document needs.
    ///
    /// - Parameter bytes: the bytes, each with the last time at which a deleted document is known to have referred to
    ///   it.
    /// - Throws: the store's error, or ``FileSystemError``; the rest is left to ``collectGarbage(olderThan:)``.
    package func discard(_ bytes: [ContentID: Timestamp]) async throws {
        try await store.discard(bytes, from: artefacts)
    }

    /// Removes jobs that ended more than `age` ago, and returns their number.
    ///
    /// Their events are removed as well.
    public func purge(olderThan age: Duration) async throws -> Int {
        var total = 0
        while true {
            // Small transactions, so that workers do not wait for long.
            let count = try await store.purge(finishedBefore: dependencies.clock.now - age, limit: 500)
            total += count
            if count == 0 { return total }
        }
    }

    /// Removes unneeded bytes put more than `age` ago, and returns their number.
    public func collectGarbage(olderThan age: Duration = .seconds(3600)) async throws -> Int {
        try await store.eraseDeleted()
        return try await artefacts.collectGarbage(olderThan: age) { try await store.referenced(among: $0) }
    }

    /// Removes this machine's copies of bytes that no document needs.
    package func collectCached() async throws {
        try await artefacts.collectCached { try await store.referenced(among: $0) }
    }

    /// Waits until the document is neither `processing` nor `filling`, and returns it.
    ///
    /// Moves of this process are noticed at once; those of other processes are polled for at the interval `poll`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func settled(
        _ id: DocumentID, in scope: OwnerScope, poll: Duration = .milliseconds(500)
    ) async throws -> Document {
        try await store.settled.withSignal(of: id) { bell in
            while true {
                let rings = bell.rings
                let document = try await store.document(id, in: scope)
                if !document.state.isWorking { return document }
                await bell.wait(beyond: rings, atMost: poll, by: dependencies.clock)
                try Task.checkCancellation()
            }
        }
    }

    /// Returns the events of the scope after a number, as they happen, until cancellation.
    ///
    /// No event is skipped or delivered twice. Events of this process are delivered at once; those of other processes
    /// are polled for at the interval `poll`.
    ///
    /// To show a list and keep it up to date, read ``Store/newestEvent()`` first, then the list, and then the events
    /// after that number. Each feed reads the store whenever anything happens, so a program with many listeners should
    /// read one feed of ``OwnerScope/all`` and distribute the events by ``Event/owner``.
    public func events(
        after sequence: Int64, in scope: OwnerScope, poll: Duration = .milliseconds(500)
    ) -> EventFeed {
        EventFeed(EventQuery(in: scope, after: sequence, limit: 200), of: store, poll: poll, clock: dependencies.clock)
    }
}

/// The error for an undeclared kind.
public struct UnknownKind: FailureConvertible, Hashable, CustomStringConvertible {
    /// The requested kind.
    public let kind: KindName

    /// Creates the error for a kind.
    public init(kind: KindName) {
        self.kind = kind
    }

    /// The failure `kind_unknown`.
    public var failure: Failure { Failure(.kindUnknown, "No kind “\(kind)” is declared in pipeline.yaml.") }

    /// The message of ``failure``.
    public var description: String { failure.message }
}
