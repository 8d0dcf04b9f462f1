package import Formwright
import LocalStore
import FailureModel
import FormImport
package import Foundation
import SQLite
package import Pipeline
import Threads

/// Finds the corrected fields of a form in an existing store.
///
/// It is for commands that work without a store.
package struct TemplateLookup: Sendable {
    private let catalogue: URL
    private let owner: OwnerID

    /// Prepares a lookup without opening anything.
    ///
    /// - Parameters:
    ///   - folder: the folder of the store, which may not exist.
    ///   - owner: the owner of templates that take precedence over those available to all.
    package init(store folder: URL, owner: OwnerID = .local) {
        catalogue = LocalSystem.catalogue(in: folder)
        self.owner = owner
    }

    /// Returns the form with its template's fields, and the template.
    ///
    /// Without a template, the form is returned unchanged. The store is not created, migrated or changed.
    ///
    /// - Throws: `Failure`: `store_unavailable` if an existing store cannot be read.
    package func apply(to form: Form) async throws -> (form: Form, template: StoredTemplate?) {
        try await WorkerThreads.shared.run {
            guard let template = try template(of: form.document) else { return (form, nil) }
            let applied = AppliedTemplate(template.template, on: form.description)
            return (try Form(form.document, known: applied.description), template)
        }
    }

    private func template(of document: ImportedDocument) throws -> StoredTemplate? {
        guard FileManager.default.fileExists(atPath: catalogue.path) else { return nil }
        do {
            return try SQLiteFile(reading: catalogue, patience: .seconds(10)).read { db in
                let tables = TemplateTables(db: db)
                guard try tables.exist, try !tables.areEmpty else { return nil }
                // Computed only if there are templates.
                return try tables.position(digest: FormDigest.of(document), owner: owner)
                    .flatMap { try tables.template($0.id) }
            }
        } catch {
            throw Failure(
                .storeUnavailable, "The corrected fields in \(catalogue.path) cannot be read.",
                hint: "Use --no-template to do without them.", underlying: "\(error)")
        }
    }
}
