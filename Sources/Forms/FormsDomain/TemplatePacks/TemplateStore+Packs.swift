import FailureModel
import FormModel
package import Foundation
import KnownForms
package import Pipeline
import PipelineSQL
import Threads

/// Packs of templates.
extension TemplateStore {
    /// A template that was written to a pack.
    package struct PackedTemplate: Sendable, Hashable, Encodable {
        /// Identifies the template.
        package let id: UUID
        /// The name.
        package let name: String
        /// The number of fields.
        package let fieldCount: Int
        /// The number of pages with a print.
        package let printCount: Int
        /// The number of initial values that were left out.
        package let initialValuesLeftOut: Int
    }

    /// A template that was read from a pack.
    package struct UnpackedTemplate: Sendable, Hashable, Encodable {
        /// The change to the store.
        package enum Change: String, Sendable, Hashable, Encodable { case added, updated, unchanged }

        /// Identifies the template in the store.
        package let id: UUID
        /// The name.
        package let name: String
        /// The number of fields.
        package let fieldCount: Int
        /// The change to the store.
        package let change: Change
    }

    /// Adds templates and their prints to a pack.
    ///
    /// - Parameters:
    ///   - templates: the templates. Of several templates of one form, the owner's stays and not the office's.
    ///   - pack: the pack.
    ///   - initialValues: whether the initial values of fields are written.
    /// - Returns: what was added, by name.
    /// - Throws: `Failure`: `input_too_large`.
    package func add(
        _ templates: [StoredTemplate.Summary], to pack: inout TemplatePack, initialValues: Bool
    ) async throws -> [PackedTemplate] {
        let chosen = Dictionary(templates.map { ($0.digest, $0) }) { $0.owner.isEmpty ? $1 : $0 }
        var added: [PackedTemplate] = []
        for summary in chosen.values.sorted(by: { ($0.name, $0.digest) < ($1.name, $1.digest) }) {
            let found = try await store.read { db in
                let prints = PrintTables(db: db)
                return try TemplateTables(db: db).template(summary.id).map { stored in
                    (stored.template, try prints.exist ? prints.all(of: stored.template.digest) : [:])
                }
            }
            guard let (template, prints) = found else { continue }
            try pack.add(template, prints: prints, initialValues: initialValues)
            added.append(
                PackedTemplate(
                    id: template.id, name: template.name, fieldCount: template.fields.count, printCount: prints.count,
                    initialValuesLeftOut: initialValues ? 0 : template.fields.count { $0.initialValue != nil }))
        }
        return added
    }

    /// Stores the templates of a pack for an owner: all or none.
    ///
    /// A form that has prints keeps them.
    ///
    /// - Returns: what became of the templates, in the order of the files.
    /// - Throws: `Failure`: `invalid_template`, `invalid_template_pack`; the store's errors.
    package func put(_ pack: TemplatePack, owner: OwnerID) async throws -> [UnpackedTemplate] {
        // The transaction blocks all other writers, so everything is decoded before it.
        let entries = try await WorkerThreads.shared.run { try pack.entries() }
        let now = Timestamp(Date())
        return try await store.write { transaction in
            let tables = TemplateTables(db: transaction.db)
            let prints = PrintTables(db: transaction.db)
            return try entries.map { entry in
                let template = entry.template
                let (id, change) = try tables.put(template, owner: owner, at: now)
                if try !prints.exist(for: template.digest) {
                    try prints.put(entry.prints, of: template.digest, at: now)
                }
                return UnpackedTemplate(
                    id: id, name: template.name, fieldCount: template.fields.count, change: change)
            }
        }
    }
}
