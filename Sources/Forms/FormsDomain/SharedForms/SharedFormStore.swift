import FailureModel
import FormImport
import FormModel
import Foundation
package import LocalStore
package import Pipeline
import PipelineSQL
import SQL
import Threads

/// The forms that the office has prepared for everybody.
package struct SharedFormStore: Sendable {
    private let system: LocalSystem
    let client: PipelineClient
    let store: SQLStore

    /// Maximum number of forms.
    package static let countLimit = 10_000

    /// Opens the forms of a local store.
    package init(_ system: LocalSystem) {
        self.system = system
        client = system.client
        store = system.database
    }

    // MARK: Reading

    /// Returns a page of forms by name.
    ///
    /// - Parameters:
    ///   - text: a part of the name, by any case and without accents; empty for all.
    ///   - states: the states of the forms.
    ///   - scope: the owners who see the forms; forms that are not for their groups seem not to exist.
    ///   - last: the last form of the page before; `nil` for the first page.
    ///   - limit: the maximum number.
    /// - Returns: the forms, sorted by name.
    /// - Throws: `Failure`: `form_unknown` if the form before is gone.
    package func forms(
        containing text: String = "", _ states: [SharedForm.State] = SharedForm.State.allCases, in scope: OwnerScope,
        after last: DocumentID? = nil, limit: Int
    ) async throws -> [SharedForm] {
        try await store.read { db in
            let tables = SharedFormTables(db: db)
            let last = try last.map { id in
                guard let form = try tables.form(id, in: scope) else { throw Self.unknown }
                return form
            }
            return try tables.forms(containing: text, states, in: scope, after: last, limit: limit)
        }
    }

    /// Returns a form.
    ///
    /// - Throws: `Failure`: `form_unknown`.
    package func form(_ id: DocumentID, in scope: OwnerScope) async throws -> SharedForm {
        guard let form = try await store.read({ try SharedFormTables(db: $0).form(id, in: scope) }) else {
            throw Self.unknown
        }
        return form
    }

    /// Returns the form with an ID or unique ID prefix, in upper or lower case.
    ///
    /// It searches the forms of all groups.
    ///
    /// - Throws: `Failure`: `form_unknown` if there is no such form, or more than one.
    package func form(idBeginning text: String) async throws -> SharedForm {
        let ids = try await store.read { try SharedFormTables(db: $0).ids(beginning: text) }
        guard let id = ids.first else {
            throw Failure(.formUnknown, "The office has no form with an id that begins with \(text.quoted).")
        }
        guard ids.count == 1 else {
            throw Failure(
                .formUnknown, "Several forms have ids that begin with \(text.quoted); give more characters.")
        }
        return try await form(id, in: .all)
    }

    /// Returns the office's document with a form's file.
    ///
    /// - Throws: `Failure`: `form_unknown`.
    package func document(of id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await client.store.document(try await form(id, in: scope).id, in: .owner(.office))
    }

    /// Returns the versions of a form's corrected fields, newest first.
    ///
    /// - Throws: `Failure`: `form_unknown`.
    package func history(of id: DocumentID, in scope: OwnerScope) async throws -> [FieldVersion] {
        let digest = try await form(id, in: scope).digest
        return try await store.read { db in
            let tables = TemplateTables(db: db)
            return try tables.ownPosition(digest: digest, owner: .office).map { try tables.history(of: $0.id) } ?? []
        }
    }

    /// Returns the office's form with the pages of a document, if it has one.
    package func form(of document: Document) async throws -> SharedForm? {
        try await store.read { try SharedFormTables(db: $0).form(digest: FormKind.digest(of: document)) }
    }

    // MARK: Sharing

    /// Makes a copy of a document, with its corrected fields and mapping, the office's.
    ///
    /// The owner's corrections and mapping become the office's, so that they are in force for everybody.
    ///
    /// - Parameters:
    ///   - document: an analysed document with the blank form.
    ///   - fields: its fields.
    ///   - title: the name and edition.
    ///   - state: the state.
    ///   - earlier: the form of an earlier edition, which is retired.
    ///   - groups: the groups of users who see it; none for everybody.
    ///   - author: the owner who shares it.
    /// - Returns: the form.
    /// - Throws: `Failure`: `form_has_values`, `form_shared`; `form_unknown` for the earlier edition.
    package func share(
        _ document: Document, _ fields: FieldsInForce, as title: SharedFormTitle, _ state: SharedForm.State = .current,
        replacing earlier: DocumentID? = nil, for groups: [OwnerID] = [], by author: OwnerID
    ) async throws -> SharedForm {
        let artefacts = client.artefacts
        try await WorkerThreads.shared.run {
            _ = try Self.blank(try artefacts.read(document.content), fileName: document.fileName)
        }
        let digest = fields.digest
        try await store.read { try Self.check(digest: digest, replacing: earlier, SharedFormTables(db: $0)) }
        let file = URL(fileURLWithPath: document.fileName).pathExtension
        let blank = try await client.importStored(
            document.content, byteCount: document.byteCount, id: DocumentID(UUID()), owner: .office,
            kind: FormKind.name, fileName: Self.fileName(title, extension: file), mediaType: document.mediaType)
        do {
            let form = try await add(
                blank, digest, title, state, replacing: earlier, for: groups, from: document.owner, by: author)
            _ = try await client.process(blank.id, in: .owner(.office))
            return form
        } catch {
            try? await client.delete(blank.id, in: .owner(.office))
            throw error
        }
    }

    /// Adds the row of a form, and makes an owner's fields and mapping the office's.
    func add(
        _ blank: Document, _ digest: String, _ title: SharedFormTitle, _ state: SharedForm.State,
        replacing earlier: DocumentID?, for groups: [OwnerID] = [], from owner: OwnerID, by author: OwnerID
    ) async throws -> SharedForm {
        let now = Timestamp(Date())
        return try await store.write { transaction in
            let tables = SharedFormTables(db: transaction.db)
            try tables.lock(digest: digest)
            try Self.check(digest: digest, replacing: earlier, tables)
            let form = SharedForm(
                id: blank.id, digest: digest, title: title, state: state, replaces: earlier,
                groups: try Self.checked(groups), version: 1,
                sharedBy: author, sharedAt: now, updatedAt: now)
            try tables.insert(form)
            if let earlier, let old = try tables.form(earlier, in: .all), old.state != .retired {
                try tables.update(old.id, old.title, .retired, version: old.version + 1, at: now)
            }
            let templates = TemplateTables(db: transaction.db)
            try templates.lock(digest: digest)
            try templates.give(digest: digest, of: owner, by: author, at: now)
            try templates.rename(digest: digest, of: .office, title.name)
            try MappingStore.give(digest: digest, of: owner, transaction.db)
            return form
        }
    }

    static func check(digest: String, replacing earlier: DocumentID?, _ tables: SharedFormTables) throws {
        if let known = try tables.form(digest: digest) {
            // The name of a form for groups is not for others.
            let name = known.groups.isEmpty ? "as “\(known.title.name)”" : "for some groups"
            throw Failure(.formShared, "The office has this form already, \(name).")
        }
        if let earlier, try tables.form(earlier, in: .all) == nil { throw unknown }
        guard try tables.count() < countLimit else {
            throw Failure(.inputTooLarge, "The office has \(countLimit) forms, which is the maximum number.")
        }
    }

    /// Adds a document with a copy of a form's file.
    ///
    /// - Parameters:
    ///   - id: the form.
    ///   - scope: the owners who see the form.
    ///   - owner: the owner of the new document.
    ///   - copy: the ID of the new document.
    /// - Returns: the document, whose analysis has begun.
    /// - Throws: `Failure`: `form_unknown`.
    package func start(
        _ id: DocumentID, in scope: OwnerScope, for owner: OwnerID, as copy: DocumentID
    ) async throws -> Document {
        let blank = try await document(of: id, in: scope)
        let document = try await client.importStored(
            blank.content, byteCount: blank.byteCount, id: copy, owner: owner, kind: FormKind.name,
            fileName: blank.fileName, mediaType: blank.mediaType)
        return try await client.process(document.id, in: .owner(owner))
    }

    // MARK: Changing

    /// Changes the title, state and groups of a form.
    ///
    /// - Parameters:
    ///   - id: the form.
    ///   - scope: the owners who see the form.
    ///   - version: the version that the change is based on; `nil` for any.
    ///   - change: returns the new title, state and groups.
    /// - Returns: the changed form.
    /// - Throws: `Failure`: `form_unknown`, `form_changed`; the error of `change`.
    package func change(
        _ id: DocumentID, in scope: OwnerScope, since version: Int?,
        _ change: @escaping @Sendable (SharedForm) throws -> (SharedFormTitle, SharedForm.State, groups: [OwnerID])
    ) async throws -> SharedForm {
        let now = Timestamp(Date())
        return try await store.write { transaction in
            let tables = SharedFormTables(db: transaction.db)
            guard let found = try tables.form(id, in: scope) else { throw Self.unknown }
            try tables.lock(digest: found.digest)
            guard let form = try tables.form(id, in: scope) else { throw Self.unknown }
            guard version == nil || version == form.version else {
                throw Failure(
                    .formChanged, "“\(form.title.name)” has been changed meanwhile; its version is \(form.version).")
            }
            let (title, state, given) = try change(form)
            let groups = try Self.checked(given)
            guard title != form.title || state != form.state || groups != form.groups else { return form }
            try tables.update(id, title, state, version: form.version + 1, at: now)
            try tables.set(groups, of: id)
            try TemplateTables(db: transaction.db).rename(digest: form.digest, of: .office, title.name)
            return try tables.form(id, in: .all) ?? form
        }
    }

    /// Returns groups sorted and without repetitions.
    ///
    /// - Throws: `Failure`: `input_too_large`.
    private static func checked(_ groups: [OwnerID]) throws(Failure) -> [OwnerID] {
        let groups = Set(groups).sorted { $0.text < $1.text }
        guard groups.count <= SharedForm.groupLimit else {
            throw Failure(
                .inputTooLarge, "A form is shown to at most \(SharedForm.groupLimit) groups, or to everybody.")
        }
        return groups
    }

    /// Deletes a form with its file and filled copies.
    ///
    /// Corrected fields stay in force for documents that were started from it.
    ///
    /// - Throws: `Failure`: `form_unknown`.
    package func delete(_ id: DocumentID, in scope: OwnerScope) async throws {
        let form = try await form(id, in: scope)
        try await client.delete(form.id, in: .owner(.office))
        try await AnswerStore(system).deleteOrphans()
    }

    /// Imports a file that must be a blank form; blocks.
    ///
    /// - Throws: `Failure`: `form_has_values` if Formwright has filled it; an error of importing.
    static func blank(_ data: Data, fileName: String) throws -> ImportedDocument {
        let document = try Importer().document(data, fileName: fileName)
        guard try !StampedOverlay.exists(in: document) else {
            throw Failure(.formHasValues, "This is a filled form. Share one with the blank form.")
        }
        return document
    }

    static let unknown = Failure(.formUnknown, "The office has no such form.")

    private static func fileName(_ title: SharedFormTitle, extension suffix: String) -> String {
        let name = title.edition.isEmpty ? title.name : "\(title.name) (\(title.edition))"
        let stem = name.map { "/\\:".contains($0) ? "-" : $0 }
        return suffix.isEmpty ? String(stem) : "\(String(stem)).\(suffix)"
    }
}
