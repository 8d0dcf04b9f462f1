package import Pipeline
package import SQL

/// A transaction for atomic changes of a domain's rows and documents.
///
/// See ``SQLStore/write(_:)``.
package struct StoreTransaction {
    private let tables: Tables

    init(_ tables: Tables) {
        self.tables = tables
    }

    /// The connection, for SQL on the domain's own tables.
    ///
    /// The domain must not end the transaction.
    package var db: any SQLSession { tables.db }

    /// Reads documents, and nothing else of the store.
    package var stored: StoredDocuments { StoredDocuments(db) }

    /// See ``Pipeline/Store/document(_:in:)``.
    package func document(_ id: DocumentID, in scope: OwnerScope) throws -> Document {
        try tables.document(id, in: scope)
    }

    /// See ``Pipeline/Store/add(_:at:)``.
    @discardableResult
    package func add(_ document: NewDocument, at now: Timestamp) throws -> Document {
        try tables.add(document, at: tables.clock.now(now))
    }

    /// Changes the file name of a document.
    ///
    /// - Throws: `StoreError.documentUnknown`.
    @discardableResult
    package func rename(
        _ document: DocumentID, in scope: OwnerScope, to name: String, at now: Timestamp
    ) throws -> Document {
        try tables.rename(document, in: scope, to: name, at: tables.clock.now(now))
    }

    /// Gives a document to another owner, in any state.
    ///
    /// - Throws: `StoreError.documentUnknown`; `StoreError.moveNotAllowed` for a document with parts, or in a whole.
    @discardableResult
    package func give(
        _ document: DocumentID, in scope: OwnerScope, to owner: OwnerID, at now: Timestamp
    ) throws -> Document {
        try tables.give(document, in: scope, to: owner, at: tables.clock.now(now))
    }

    /// Sets the words of a document for searches, from one source.
    ///
    /// - Parameters:
    ///   - words: the words, from ``SearchWords/words(in:)``; empty to remove those set before.
    ///   - source: where they come from; words from other sources stay.
    ///   - document: the document.
    ///   - scope: the owners of documents that may be changed.
    /// - Throws: `StoreError.documentUnknown`.
    package func index(
        _ words: Set<String>, from source: SearchSource, of document: DocumentID, in scope: OwnerScope
    ) throws {
        try tables.set(words, from: source, of: document, in: scope)
    }

    /// See ``Pipeline/Store/begin(_:in:along:inputs:at:)``.
    @discardableResult
    package func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) throws -> Document {
        try tables.begin(document, in: scope, along: route, inputs: inputs, at: tables.clock.now(now))
    }

    /// See ``Pipeline/Store/resume(_:in:along:at:)``.
    @discardableResult
    package func resume(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp
    ) throws -> Document {
        try tables.resume(document, in: scope, along: route, at: tables.clock.now(now))
    }

    /// See ``Pipeline/Store/cancel(_:in:at:)``.
    @discardableResult
    package func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) throws -> Document {
        try tables.cancel(document, in: scope, at: tables.clock.now(now))
    }

    /// See ``Pipeline/Store/delete(_:in:at:)``.
    package func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) throws {
        try tables.delete(document, in: scope, at: tables.clock.now(now))
    }
}
