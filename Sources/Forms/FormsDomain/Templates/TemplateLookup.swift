package import Formwright
package import LocalStore
import FailureModel
import FormImport
import Foundation
package import Pipeline
import Threads

/// Finds the corrected fields of a form in an existing store.
///
/// It is for commands that work without a store.
package struct TemplateLookup: Sendable {
    private let store: StoreLocation
    private let owner: OwnerID

    /// Prepares a lookup without opening anything.
    ///
    /// - Parameters:
    ///   - store: the place of the store, which may not exist.
    ///   - owner: the owner of templates that take precedence over those available to all.
    package init(store: StoreLocation, owner: OwnerID = .local) {
        self.store = store
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
        do {
            return try CatalogueReader.read(store) { db in
                let tables = TemplateTables(db: db)
                guard try tables.exist, try !tables.areEmpty else { return nil }
                // Computed only if there are templates.
                return try tables.position(digest: FormDigest.of(document), owner: owner)
                    .flatMap { try tables.template($0.id) }
            } ?? nil
        } catch {
            throw Failure(
                .storeUnavailable, "The corrected fields in \(store) cannot be read.",
                hint: "Use --no-template to do without them.", underlying: "\(error)")
        }
    }
}
