import FailureModel
import FormFilling
import FormModel
import Foundation
package import LocalStore
package import Pipeline
import PipelineSQL
import SQL

/// The names, clients, tags and notes of documents.
package struct CaseStore: Sendable {
    private let system: LocalSystem
    private let search: ValueSearch
    private var client: PipelineClient { system.client }
    private var store: SQLStore { system.database }

    private static let source = SearchSource("case")

    /// Opens the details in a local store.
    package init(_ system: LocalSystem) {
        self.system = system
        search = ValueSearch(system)
    }

    // MARK: Reading

    /// Returns a document with its details.
    ///
    /// - Throws: `StoreError.documentUnknown`, also if the document belongs to another owner.
    package func `case`(_ id: DocumentID, in scope: OwnerScope) async throws -> FormCase {
        try await self.case(of: try await store.document(id, in: scope))
    }

    /// Returns a document, which the caller has read, with its details.
    package func `case`(of document: Document) async throws -> FormCase {
        try await store.read { try CaseTables(db: $0).case(of: document) }
    }

    /// Returns documents with their details, in the same order.
    package func cases(of documents: [Document]) async throws -> [FormCase] {
        try await store.read { try CaseTables(db: $0).cases(of: documents) }
    }

    // MARK: Changing

    /// Changes the name and details of a document.
    ///
    /// A new owner without corrected fields or a mapping of the form receives those in force.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - scope: the owners of documents that may be changed, with a new one.
    ///   - version: the version that the change is based on; `nil` for any.
    ///   - change: the change.
    ///   - author: the owner who makes it.
    /// - Returns: the changed document.
    /// - Throws: `Failure`: `invalid_case`, `case_changed`, `group_unknown`; `StoreError.documentUnknown`.
    @discardableResult
    package func change(
        _ id: DocumentID, in scope: OwnerScope, since version: Int?, _ change: CaseChange, by author: OwnerID = .local
    ) async throws -> FormCase {
        let now = Timestamp(Date())
        return try await store.write { [system] transaction in
            let tables = CaseTables(db: transaction.db)
            try tables.lock(id)
            let document = try transaction.document(id, in: scope)
            let old = try tables.case(of: document)
            guard version == nil || version == old.version else {
                throw Failure(
                    .caseChanged, "The document's details have been changed meanwhile; their version is \(old.version)."
                )
            }
            let details = try change.applied(to: old.details)
            let name = try change.fileName.map { try DocumentName.replacing(document.fileName, with: $0) }
            let owner = change.owner ?? document.owner
            guard
                details != old.details || name.map({ $0 != document.fileName }) ?? false || owner != document.owner
            else { return old }
            if let name { try transaction.rename(id, in: scope, to: name, at: now) }
            var addedBy = old.addedBy
            if owner != document.owner {
                try system.give(document, in: scope, to: owner, by: author, at: now, transaction)
                addedBy = owner.group == nil ? nil : author
            }
            try Self.set(details, of: id, in: scope, version: old.version + 1, addedBy: addedBy, transaction)
            return try tables.case(of: try transaction.document(id, in: scope))
        }
    }

    /// Gives a new document to one of its owner's groups.
    ///
    /// - Throws: `Failure`: `group_unknown`, and the document stays with its owner.
    package func give(_ document: Document, to owner: OwnerID, by author: OwnerID) async throws -> Document {
        guard owner != document.owner else { return document }
        let scope = OwnerScope.owners([document.owner, owner])
        return try await change(document.id, in: scope, since: nil, CaseChange(owner: owner), by: author).document
    }

    /// Adds a copy of a document with its values and details, and begins the analysis.
    ///
    /// Signatures are left out: nobody has signed the copy.
    ///
    /// - Parameters:
    ///   - id: the document to copy.
    ///   - scope: the owners of documents that may be copied.
    ///   - copy: the ID of the new document, which has the same owner.
    ///   - author: the owner who makes the copy.
    /// - Returns: the new document.
    /// - Throws: `StoreError.documentUnknown`; an error of the store.
    package func duplicate(
        _ id: DocumentID, in scope: OwnerScope, as copy: DocumentID, by author: OwnerID = .local
    ) async throws -> Document {
        let original = try await self.case(id, in: scope)
        let document = original.document
        let new = NewDocument(
            id: copy, owner: document.owner, kind: document.kind, fileName: DocumentName.copy(of: document.fileName),
            mediaType: document.mediaType, content: document.content, byteCount: document.byteCount,
            facts: ChosenForm.facts(of: document))
        let owner = OwnerScope.owner(document.owner)
        let isSignature = try await signatureTest(of: document)
        let now = Timestamp(Date())
        // In one transaction, so that no crash leaves a copy without the values.
        try await store.write { [search] transaction in
            // As long as the original exists, its bytes do.
            _ = try transaction.document(id, in: scope)
            try transaction.add(new, at: now)
            let values = try DraftValues.entries(of: id, transaction.db).filter { !isSignature($0.key) }
            if !values.isEmpty {
                try DraftValues.put(values, of: copy, transaction.db)
                try search.refresh(copy, in: owner, values: values, transaction)
            }
            let addedBy = document.owner.group == nil ? nil : author
            guard original.details != .none || addedBy != nil else { return }
            try Self.set(original.details, of: copy, in: owner, version: 1, addedBy: addedBy, transaction)
        }
        return try await client.process(copy, in: owner)
    }

    /// Returns whether the value with a key is a signature.
    ///
    /// Before the fields are known, no value is.
    private func signatureTest(of document: Document) async throws -> @Sendable (_ key: String) -> Bool {
        guard let fields = try await FormKind.fields(of: document, in: client)?.description.fields else {
            return { _ in false }
        }
        let binder = Binder(fields: fields)
        let signatures = Set(fields.filter { $0.type == .signature }.map(\.id.uuidString))
        return { key in
            signatures.contains(key) || (try? binder.fields(named: key))?.contains { $0.type == .signature } == true
        }
    }

    private static func set(
        _ details: CaseDetails, of id: DocumentID, in scope: OwnerScope, version: Int, addedBy: OwnerID?,
        _ transaction: StoreTransaction
    ) throws {
        try CaseTables(db: transaction.db).set(details, of: id, version: version, addedBy: addedBy)
        try transaction.index(details.words, from: source, of: id, in: scope)
    }
}

extension LocalSystem {
    /// Gives a document to another owner, with what the old one has corrected.
    fileprivate func give(
        _ document: Document, in scope: OwnerScope, to owner: OwnerID, by author: OwnerID, at now: Timestamp,
        _ transaction: StoreTransaction
    ) throws {
        let digest = FormKind.digest(of: document)
        let templates = TemplateTables(db: transaction.db)
        try templates.lock(digest: digest)
        // The group may have been deleted since the request was admitted.
        try check(group: owner, transaction)
        try templates.copy(digest: digest, of: document.owner, to: owner, by: author, at: now)
        try MappingStore.copy(digest: digest, of: document.owner, to: owner, transaction.db)
        try transaction.give(document.id, in: scope, to: owner, at: now)
    }
}
