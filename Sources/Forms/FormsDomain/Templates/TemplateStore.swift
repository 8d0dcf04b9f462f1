package import LocalStore
package import FailureModel
package import FormModel
package import Foundation
import GRDB
package import Pipeline
import PipelineSQLite

/// The corrected fields of forms, by what the forms draw and by owner.
///
/// Every change makes a new version from the newest one, so versions only increase. An owner who changes fields that
/// are offered to all gets a template of their own, which continues the numbers.
package struct TemplateStore: Sendable {
    private let store: SQLiteStore

    /// Opens the templates of a store; `nil` if the store keeps none.
    package init?(_ store: any Store) {
        guard let store = store as? SQLiteStore else { return nil }
        self.store = store
    }

    /// Opens the templates of a local store.
    package init(_ system: LocalSystem) {
        store = system.database
    }

    // MARK: Reading

    /// Returns the template in force for a form: the owner's, or else the one offered to all.
    package func template(digest: String, owner: OwnerID) async throws -> StoredTemplate? {
        try await store.read { db in
            let tables = TemplateTables(db: db)
            guard try tables.exist else { return nil }
            return try tables.position(digest: digest, owner: owner).flatMap { try tables.template($0.id) }
        }
    }

    /// Returns the templates of an owner and those offered to all, or those of all owners, by name.
    package func summaries(in scope: OwnerScope) async throws -> [StoredTemplate.Summary] {
        try await store.read { try TemplateTables(db: $0).summaries(in: scope) }
    }

    /// Returns a template that is visible in the scope.
    ///
    /// - Throws: `Failure`: `template_unknown`.
    package func template(_ id: UUID, in scope: OwnerScope) async throws -> StoredTemplate {
        guard let found = try await store.read({ try TemplateTables(db: $0).template(id) }),
            scope.contains(found.owner) || found.owner == .local
        else { throw Self.unknown(id.uuidString) }
        return found
    }

    /// Returns the template with this id, or the only one whose id begins with `text`.
    ///
    /// - Parameters:
    ///   - text: an id or its beginning, in upper or lower case.
    ///   - scope: the owners whose templates are searched, in addition to those that are offered to all.
    /// - Returns: the template.
    /// - Throws: `Failure`: `template_unknown` if there is none, or more than one.
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

    /// Changes fields, merging with what others have changed since `version`.
    ///
    /// - Parameters:
    ///   - changes: what to change.
    ///   - form: the form whose fields they are.
    ///   - owner: who changes them.
    ///   - version: the version from which the changes were made; 0 for the fields as detected, `nil` for the newest.
    /// - Returns: the template with its new version; the one in force if the changes change nothing.
    /// - Throws: ``FieldConflicts``, ``InvalidFields``.
    package func change(
        _ changes: FieldChanges, of form: EditedForm, owner: OwnerID, since version: Int?
    ) async throws -> StoredTemplate? {
        let malformed = FieldRules.problems(inSubmitted: changes.fields)
        guard malformed.isEmpty else { throw InvalidFields(problems: malformed) }
        return try await edit(form, owner: owner, since: version) { state in
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

    /// A way through the versions of a template.
    package enum Step: Sendable {
        /// Takes the newest change back.
        case undo
        /// Makes the change again that was undone last.
        case redo
    }

    /// Undoes or redoes a change, which makes a new version with the fields of an earlier one.
    ///
    /// - Parameters:
    ///   - step: the direction.
    ///   - form: the form whose fields they are.
    ///   - owner: whose change it was; changes to fields that are offered to all are only undone by the local owner.
    ///   - version: the version that is to be left; `nil` for the newest.
    /// - Returns: the template with its new version.
    /// - Throws: `Failure`: `nothing_to_undo`; ``FieldConflicts`` unless `version` is the newest.
    package func take(
        _ step: Step, in form: EditedForm, owner: OwnerID, since version: Int?
    ) async throws -> StoredTemplate? {
        try await edit(form, owner: owner, since: version) { state in
            guard version == nil || version == state.version else {
                return .failure(FieldConflicts(conflicts: [], version: state.version))
            }
            guard let template = state.template, template.owner == owner,
                let target = step == .undo ? template.undo : template.redo,
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

    /// A new version, and where an undo or a redo leads from it.
    private struct Edit {
        let fields: [Field]
        let undo: Int?
        let redo: Int?
    }

    /// What a change starts from.
    private struct State {
        /// The template in force.
        let template: StoredTemplate?
        /// The fields in force, without values.
        let fields: [Field]
        /// The fields of the version that the change was made from; `nil` if that is not kept any more.
        let base: [Field]?
        var version: Int { template?.template.version ?? 0 }
    }

    private func edit(
        _ form: EditedForm, owner: OwnerID, since version: Int?,
        _ body: (State) async throws -> Result<Edit, any Error>
    ) async throws -> StoredTemplate? {
        while true {
            try Task.checkCancellation()
            let state = try await state(of: form, owner: owner, since: version)
            let edit = try await body(state).get()
            if edit.fields == state.fields { return state.template }
            // The transaction blocks all other moves, so the change is computed before it, and again if another one
            // was faster.
            if let saved = try await save(edit, after: state, form, owner: owner) { return saved }
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
            if base == nil, place.owner != .local, version < place.version,
                let shared = try tables.ownPosition(digest: form.digest, owner: .local)
            {
                // The version may be one of the template that the owner's began as a copy of.
                base = try tables.version(version, of: shared.id)?.fields
            }
            return State(template: template, fields: fields, base: base)
        }
    }

    /// Writes a new version unless the template has changed since `state` was read; returns `nil` then.
    private func save(
        _ edit: Edit, after state: State, _ form: EditedForm, owner: OwnerID
    ) async throws -> StoredTemplate? {
        let now = Timestamp(Date())
        let version = state.version + 1
        return try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            let place = try tables.position(digest: form.digest, owner: owner)
            guard place?.id == state.template?.template.id, (place?.version ?? 0) == state.version else { return nil }
            let id: UUID
            if let place, place.owner == owner {
                id = place.id
            } else {
                id = UUID()
                let first = FormTemplate(
                    id: id, name: state.template?.template.name ?? form.name, digest: form.digest,
                    version: state.version, pages: form.pages, fields: state.fields)
                try tables.insert(first, owner: owner, at: now)
            }
            try tables.advance(id, to: version, edit.fields, undo: edit.undo, redo: edit.redo, at: now)
            return try tables.template(id)
        }
    }

    // MARK: Whole templates

    /// Keeps a template from elsewhere as the owner's; for a form of which the owner has one, as its newest version.
    ///
    /// - Throws: `Failure`: `invalid_template`.
    package func put(_ given: FormTemplate, owner: OwnerID) async throws -> StoredTemplate {
        let imported = try ImportedTemplate(given).template
        let now = Timestamp(Date())
        let saved: StoredTemplate? = try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            guard let place = try tables.ownPosition(digest: imported.digest, owner: owner) else {
                var template = imported
                if try tables.template(template.id) != nil { template.id = UUID() }
                try tables.insert(template, owner: owner, at: now)
                return try tables.template(template.id)
            }
            try tables.rename(place.id, imported.name)
            if try tables.version(place.version, of: place.id)?.fields != imported.fields {
                try tables.advance(
                    place.id, to: place.version + 1, imported.fields, undo: place.version, redo: nil, at: now)
            }
            return try tables.template(place.id)
        }
        guard let saved else { throw Self.unknown(imported.id.uuidString) }
        return saved
    }

    /// Deletes a template with all of its versions; fills that use it keep theirs.
    ///
    /// - Parameters:
    ///   - id: the template.
    ///   - scope: the owners whose templates may be deleted.
    /// - Throws: `Failure`: `template_unknown`, also for a template that the scope may only use.
    package func delete(_ id: UUID, in scope: OwnerScope) async throws {
        try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            guard let found = try tables.template(id), scope.contains(found.owner) else {
                throw Self.unknown(id.uuidString)
            }
            try tables.delete(id)
        }
    }

    private static func unknown(_ id: String) -> Failure {
        Failure(.templateUnknown, "There is no template \(id).")
    }
}

/// The form whose fields are edited.
package struct EditedForm: Sendable {
    /// What its pages draw.
    package let digest: String
    /// The name of a new template.
    package let name: String
    /// The sizes of its pages as displayed.
    package let pages: [PageSize]
    /// The fields as detected, without values.
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
    /// What is wrong, field by field; never empty.
    package let problems: [FieldRules.Problem]

    /// The failures of all fields.
    package var failure: Failure {
        Failure(all: problems.map(\.failure)) ?? Failure(.invalidField, "A field is not valid.")
    }
}
