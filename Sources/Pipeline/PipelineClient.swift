public import FailureModel
public import Foundation
import Threads

/// What one does with documents: import, process, fill, look, retry, cancel, delete. Work is done by ``Runner``s.
///
/// Whoever acts for an owner passes that owner's scope: another's document is `document_unknown`.
///
/// Every method may throw ``StoreError``, or the store's own error where it is away; then nothing has changed.
public struct PipelineClient: Sendable {
    /// What is declared.
    public let kinds: KindTable
    /// Where documents are looked up and listed.
    public let store: any Store
    /// Where their bytes are read.
    public let artefacts: any ArtefactStore
    private let dependencies: Dependencies

    public init(
        kinds: KindTable, store: any Store, artefacts: any ArtefactStore, dependencies: Dependencies = Dependencies()
    ) {
        self.kinds = kinds
        self.store = store
        self.artefacts = artefacts
        self.dependencies = dependencies
    }

    /// Stores the bytes durably and enters the document as `imported`. Throws ``UnknownKind``, ``FileSystemError``.
    public func importDocument(
        _ bytes: Data, owner: OwnerID, kind: KindName, fileName: String, mediaType: String, priority: Int = 0,
        facts: [String: String] = [:]
    ) async throws -> Document {
        // Before the bytes are stored, so that nothing is of what is refused.
        guard kinds[kind] != nil else { throw UnknownKind(kind: kind) }
        let content = try await offPool { [artefacts] in try artefacts.put(bytes) }
        return try await importStored(
            content, byteCount: Int64(bytes.count), id: DocumentID(dependencies.makeID()), owner: owner, kind: kind,
            fileName: fileName, mediaType: mediaType, priority: priority, facts: facts)
    }

    /// Enters a document whose bytes are stored already, under an id of the caller's: who comes again after a crash
    /// cannot enter it twice. Throws ``UnknownKind``, ``StoreError`` (`document_exists`).
    public func importStored(
        _ content: ContentID, byteCount: Int64, id: DocumentID, owner: OwnerID, kind: KindName, fileName: String,
        mediaType: String, priority: Int = 0, facts: [String: String] = [:]
    ) async throws -> Document {
        guard kinds[kind] != nil else { throw UnknownKind(kind: kind) }
        let new = NewDocument(
            id: id, owner: owner, kind: kind, fileName: fileName, mediaType: mediaType, content: content,
            byteCount: byteCount, priority: priority, facts: facts)
        return try await store.add(new, at: dependencies.clock.now)
    }

    /// Starts the analysis; while it runs, answers the document as it is.
    public func process(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        let document = try await store.document(id, in: scope)
        if document.state == .processing { return document }
        return try await begin(document, in: scope, .processing, inputs: [])
    }

    /// Freezes the inputs and starts a fill. They are published under ``StageName/inputs``.
    public func fill(_ id: DocumentID, in scope: OwnerScope, inputs: [Input]) async throws -> Document {
        let document = try await store.document(id, in: scope)
        guard document.mayEnter(.filling) else {
            throw StoreError.moveNotAllowed(id, from: document.state, to: .filling)
        }
        let frozen = try await offPool { [artefacts] in
            try inputs.map { input in
                Artefact(
                    name: input.name, mediaType: input.mediaType, content: try artefacts.put(input.bytes),
                    byteCount: Int64(input.bytes.count))
            }
        }
        return try await begin(document, in: scope, .filling, inputs: frozen)
    }

    /// An input of a fill, such as the values.
    public struct Input: Sendable {
        /// The artefact's name.
        public let name: String
        /// Its media type.
        public let mediaType: String
        /// What is frozen.
        public let bytes: Data

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
        return try await store.begin(
            document.id, in: scope, along: route, inputs: inputs, at: dependencies.clock.now)
    }

    /// Lets a failed document go on at the stage that failed, with all its attempts.
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

    /// Calls the work off; the document is `failed` with the code `cancelled` and can be retried.
    public func cancel(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await store.cancel(id, in: scope, at: dependencies.clock.now)
    }

    /// Forgets the document. Its bytes go with the next ``collectGarbage(olderThan:)``, unless others need them.
    public func delete(_ id: DocumentID, in scope: OwnerScope) async throws {
        try await store.delete(id, in: scope, at: dependencies.clock.now)
    }

    /// Forgets final jobs that ended so long ago, with their events. Answers how many.
    public func purge(olderThan age: Duration) async throws -> Int {
        var total = 0
        while true {
            // In pieces, so that workers get their turn in between.
            let count = try await store.purge(finishedBefore: dependencies.clock.now - age, limit: 500)
            total += count
            if count == 0 { return total }
        }
    }

    /// Removes bytes that no document needs and that were put so long ago. Answers how many.
    public func collectGarbage(olderThan age: Duration = .seconds(3600)) async throws -> Int {
        try await artefacts.collectGarbage(olderThan: age) { try await store.referenced(among: $0) }
    }

    /// The document once no stage is to run any more: neither `processing` nor `filling`. Hears of moves in
    /// this process at once, and looks for those of others each `poll`. Throws `CancellationError`.
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

    /// Every event of the scope after the one with the number `sequence`, as they happen, until the task is cancelled: none
    /// is skipped and none comes twice. Hears of events of this process at once, and looks for those of others each `poll`.
    ///
    /// To show a list and keep it up to date, ask for ``Store/newestEvent()`` first, then for the list, and then for the
    /// events after that number. Each feed reads the store whenever anything happens; whoever serves many listeners
    /// reads one feed of ``OwnerScope/all`` and hands the events out by ``Event/owner``.
    public func events(
        after sequence: Int64, in scope: OwnerScope, poll: Duration = .milliseconds(500)
    ) -> EventFeed {
        EventFeed(EventQuery(in: scope, after: sequence, limit: 200), of: store, poll: poll, clock: dependencies.clock)
    }
}

/// No kind of this name is declared.
public struct UnknownKind: FailureConvertible, Hashable, CustomStringConvertible {
    /// As asked for.
    public let kind: KindName

    /// An error about a name that was asked for.
    public init(kind: KindName) {
        self.kind = kind
    }

    public var failure: Failure { Failure(.kindUnknown, "No kind “\(kind)” is declared in pipeline.yaml.") }

    public var description: String { failure.message }
}
