package import LocalStore
package import FailureModel
package import FormModel
package import Foundation
package import Pipeline
import PipelineSQL
import SQL

/// The corrected fields of forms, by form digest and owner.
///
/// Every change creates a new version from the newest one, so versions only increase. The office's templates, and those of
/// forms that it has prepared, are changed in place by everybody.
package struct TemplateStore: Sendable {
    let store: SQLStore

    /// Opens the templates of a store; `nil` if the store does not support them.
    package init?(_ store: any Store) {
        guard let store = store as? SQLStore else { return nil }
        self.store = store
    }

    /// Opens the templates of a local store.
    package init(_ system: LocalSystem) {
        store = system.database
    }

    // MARK: Reading

    /// Returns the template in force for a form.
    ///
    /// It is the owner's, or else the one available to all.
    package func template(digest: String, owner: OwnerID) async throws -> StoredTemplate? {
        try await store.read { db in
            let tables = TemplateTables(db: db)
            guard try tables.exist else { return nil }
            return try tables.position(digest: digest, owner: owner).flatMap { try tables.template($0.id) }
        }
    }

    /// Returns the templates in a scope, sorted by name.
    ///
    /// An owner's scope includes the templates available to all.
    package func summaries(in scope: OwnerScope) async throws -> [StoredTemplate.Summary] {
        try await store.read { try TemplateTables(db: $0).summaries(in: scope) }
    }

    /// Returns the template of any owner with an ID.
    func template(_ id: UUID) async throws -> StoredTemplate? {
        try await store.read { try TemplateTables(db: $0).template(id) }
    }

    /// Returns a template that is visible in the scope.
    ///
    /// - Throws: `Failure`: `template_unknown`.
    package func template(_ id: UUID, in scope: OwnerScope) async throws -> StoredTemplate {
        guard let found = try await template(id),
            scope.contains(found.owner) || found.owner == .office
        else { throw Self.unknown(id.uuidString) }
        return found
    }

    /// Returns the template with an ID or unique ID prefix.
    ///
    /// - Parameters:
    ///   - text: an ID or its beginning, in upper or lower case.
    ///   - scope: the owners of templates to search, in addition to those available to all.
    /// - Returns: the template.
    /// - Throws: `Failure`: `template_unknown` if there is no such template, or more than one.
    package func template(idBeginning text: String, in scope: OwnerScope) async throws -> StoredTemplate {
        let found = try await summaries(in: scope).filter { $0.id.uuidString.hasPrefix(text.uppercased()) }
        guard !text.isEmpty, let first = found.first else {
            throw Failure(.templateUnknown, "No template has an id that begins with \(text.quoted).")
        }
        guard found.count == 1 else {
            throw Failure(
                .templateUnknown, "Several templates have ids that begin with \(text.quoted); give more characters.")
        }
        return try await template(first.id, in: scope)
    }

    // MARK: Changing fields

    /// Changes fields, merging changes made by others since `version`.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - form: the form of the fields.
    ///   - owner: the owner of the document with the form.
    ///   - author: the owner who makes the changes; `nil` for the same.
    ///   - version: the version that the changes are based on; 0 for the detected fields, `nil` for the newest.
    /// - Returns: the template with its new version, or the one in force if nothing changes.
    /// - Throws: ``FieldConflicts``, ``InvalidFields``.
    package func change(
        _ changes: FieldChanges, of form: EditedForm, owner: OwnerID, by author: OwnerID? = nil, since version: Int?
    ) async throws -> StoredTemplate? {
        let malformed = FieldRules.problems(inSubmitted: changes.fields)
        guard malformed.isEmpty else { throw InvalidFields(problems: malformed) }
        return try await edit(form, owner: owner, by: author ?? owner, since: version) { state in
            do throws(FieldConflicts) {
                let fields = try changes.applied(to: state.fields, since: state.base)
                let problems = FieldRules.problems(in: fields, on: form.pages, except: state.fields + form.detected)
                guard problems.isEmpty else { return .failure(InvalidFields(problems: problems)) }
                return .success(Edit(fields: fields, undo: state.version, redo: nil))
            } catch {
                var conflicts = error
                conflicts.version = state.version
                return .failure(conflicts)
            }
        }
    }

    /// A step through the versions of a template.
    package enum Step: Sendable {
        /// Reverts the newest change.
        case undo
        /// Repeats the change that was undone last.
        case redo
    }

    /// Undoes or redoes a change.
    ///
    /// This creates a new version with the fields of an earlier one.
    ///
    /// - Parameters:
    ///   - step: the direction.
    ///   - form: the form of the fields.
    ///   - owner: the owner of the document with the form.
    ///   - author: the owner who makes the change; `nil` for the same.
    ///   - version: the version to leave; `nil` for the newest.
    /// - Returns: the template with its new version.
    /// - Throws: `Failure`: `nothing_to_undo`; ``FieldConflicts`` unless `version` is the newest.
    package func take(
        _ step: Step, in form: EditedForm, owner: OwnerID, by author: OwnerID? = nil, since version: Int?
    ) async throws -> StoredTemplate? {
        try await edit(form, owner: owner, by: author ?? owner, since: version) { state in
            guard version == nil || version == state.version else {
                return .failure(FieldConflicts(conflicts: [], version: state.version))
            }
            guard let template = state.template, let target = step == .undo ? template.undo : template.redo,
                let earlier = try await store.read({ db in
                    try TemplateTables(db: db).version(target, of: template.template.id)
                })
            else {
                return .failure(
                    Failure(.nothingToUndo, "There is no change to \(step == .undo ? "undo" : "redo")."))
            }
            return .success(
                Edit(
                    fields: earlier.fields, undo: earlier.undo, redo: step == .undo ? state.version : earlier.redo))
        }
    }

    /// A new version, and the versions that an undo and a redo restore from it.
    private struct Edit {
        let fields: [Field]
        let undo: Int?
        let redo: Int?
    }

    /// The state that a change is based on.
    private struct State {
        /// The template in force.
        let template: StoredTemplate?
        /// The fields in force, without values.
        let fields: [Field]
        /// The fields of the version that the change is based on, if it exists.
        let base: [Field]?
        var version: Int { template?.template.version ?? 0 }
    }

    private func edit(
        _ form: EditedForm, owner: OwnerID, by author: OwnerID, since version: Int?,
        _ body: (State) async throws -> Result<Edit, any Error>
    ) async throws -> StoredTemplate? {
        while true {
            try Task.checkCancellation()
            let state = try await state(of: form, owner: owner, since: version)
            let edit = try await body(state).get()
            if edit.fields == state.fields { return state.template }
            // The transaction blocks all other writers, so the change is computed before it, and again if another one
            // was faster.
            if let saved = try await save(edit, after: state, form, owner: owner, by: author) { return saved }
        }
    }

    private func state(of form: EditedForm, owner: OwnerID, since version: Int?) async throws -> State {
        try await store.read { db in
            let tables = TemplateTables(db: db)
            guard let place = try tables.position(digest: form.digest, owner: owner) else {
                let isCurrent = version == nil || version == 0
                return State(template: nil, fields: form.detected, base: isCurrent ? form.detected : nil)
            }
            let template = try tables.template(place.id)
            let fields = template?.template.fields ?? []
            guard let version, version != place.version else {
                return State(template: template, fields: fields, base: fields)
            }
            var base = try tables.version(version, of: place.id)?.fields
            if base == nil, place.owner != .office, version < place.version,
                let shared = try tables.ownPosition(digest: form.digest, owner: .office)
            {
                // The version may belong to the shared template that the owner's template was copied from.
                base = try tables.version(version, of: shared.id)?.fields
            }
            return State(template: template, fields: fields, base: base)
        }
    }

    /// Writes a new version, or returns `nil` if the template has changed since `state`.
    private func save(
        _ edit: Edit, after state: State, _ form: EditedForm, owner: OwnerID, by author: OwnerID
    ) async throws -> StoredTemplate? {
        let now = Timestamp(Date())
        let version = state.version + 1
        return try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            try tables.lock(digest: form.digest)
            let place = try tables.position(digest: form.digest, owner: owner)
            guard place?.id == state.template?.template.id, (place?.version ?? 0) == state.version else { return nil }
            let id = place?.id ?? UUID()
            if place == nil {
                let shared = try SharedFormTables(db: transaction.db).form(digest: form.digest)
                let first = FormTemplate(
                    id: id, name: shared?.title.name ?? form.name, digest: form.digest, version: state.version,
                    pages: form.pages, fields: state.fields)
                // The detected fields have no author.
                try tables.insert(first, owner: shared == nil ? owner : .office, by: nil, at: now)
            }
            try tables.advance(id, to: version, edit.fields, undo: edit.undo, redo: edit.redo, by: author, at: now)
            return try tables.template(id)
        }
    }

    // MARK: Whole templates

    /// Maximum length of a name in characters.
    private static let nameLimit = 500

    /// Stores an imported template for an owner.
    ///
    /// If the owner already has a template of the form, it becomes that one's newest version.
    ///
    /// - Throws: `Failure`: `invalid_template`.
    package func put(_ given: FormTemplate, owner: OwnerID) async throws -> StoredTemplate {
        let imported = try ImportedTemplate(given).template
        let now = Timestamp(Date())
        let saved: StoredTemplate? = try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            return try tables.template(try tables.put(imported, owner: owner, at: now).id)
        }
        guard let saved else { throw Self.unknown(imported.id.uuidString) }
        return saved
    }

    /// Renames a template.
    ///
    /// - Parameters:
    ///   - id: the template.
    ///   - name: the name: one line without control characters.
    ///   - scope: the owners of templates that may be renamed.
    /// - Returns: the template with its name.
    /// - Throws: `Failure`: `template_unknown`, also for a template that the scope may only use; `invalid_template`.
    package func rename(_ id: UUID, _ name: String, in scope: OwnerScope) async throws -> StoredTemplate {
        let name = try TypedText.line(name, "The name of a template", limit: Self.nameLimit, .invalidTemplate)
        guard !name.isEmpty else { throw Failure(.invalidTemplate, "The name of a template is empty.") }
        return try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            guard let found = try tables.template(id), scope.mayManageCorrections(of: found.owner) else {
                throw Self.unknown(id.uuidString)
            }
            try tables.rename(id, name)
            guard let renamed = try tables.template(id) else { throw Self.unknown(id.uuidString) }
            return renamed
        }
    }

    /// Deletes a template with all of its versions; existing fills keep their fields.
    ///
    /// - Parameters:
    ///   - id: the template.
    ///   - scope: the owners of templates that may be deleted.
    /// - Throws: `Failure`: `template_unknown`, also for a template that the scope may only use.
    package func delete(_ id: UUID, in scope: OwnerScope) async throws {
        try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            guard let found = try tables.template(id), scope.mayManageCorrections(of: found.owner) else {
                throw Self.unknown(id.uuidString)
            }
            try tables.lock(digest: found.template.digest)
            try tables.delete(id)
        }
    }

    private static func unknown(_ id: String) -> Failure {
        Failure(.templateUnknown, "There is no template \(id).")
    }
}

extension OwnerScope {
    /// Returns whether the scope's corrections include those of an owner.
    fileprivate func mayManageCorrections(of owner: OwnerID) -> Bool {
        contains(owner) || owner == .office && contains(.local)
    }
}

/// A form with fields to edit.
package struct EditedForm: Sendable {
    /// The digest of what its pages draw.
    package let digest: String
    /// The name of a new template.
    package let name: String
    /// The sizes of its displayed pages.
    package let pages: [PageSize]
    /// The detected fields, without values.
    package let detected: [Field]

    /// Creates a form.
    package init(digest: String, name: String, pages: [PageSize], detected: [Field]) {
        self.digest = digest
        self.name = name
        self.pages = pages
        self.detected = detected
    }
}

/// Corrected fields that break rules; nothing was changed.
package struct InvalidFields: Error, Hashable, FailureConvertible {
    /// The problems, field by field; never empty.
    package let problems: [FieldRules.Problem]

    /// The failures of all fields.
    package var failure: Failure {
        Failure(all: problems.map(\.failure)) ?? Failure(.invalidField, "A field is not valid.")
    }
}
