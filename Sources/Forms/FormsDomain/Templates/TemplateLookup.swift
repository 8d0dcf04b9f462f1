package import Formwright
package import LocalStore
import FailureModel
import FormDetection
package import FormImport
import Foundation
import KnownForms
package import Pipeline
import SQL
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

    /// Returns the forms as which the pages of a document may be recognised.
    ///
    /// A document with form fields, or with a template by its digest, is not looked up. The store is not created, migrated
    /// or changed.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - language: the language in which a scan is read.
    /// - Returns: the forms, which are looked up page by page.
    /// - Throws: `Failure`: `store_unavailable` if an existing store cannot be read.
    package func knownForms(for document: ImportedDocument, language: String) async throws -> KnownForms {
        try await WorkerThreads.shared.run {
            guard document.widgets.isEmpty,
                let revision = try read({ db -> String? in
                    let prints = PrintTables(db: db)
                    guard try prints.exist, try !prints.areEmpty,
                        try TemplateTables(db: db).position(digest: FormDigest.of(document), owner: owner) == nil
                    else { return nil }
                    return try prints.revision
                })
            else { return .none }
            let finder = KnownFormFinder()
            let check = EditionCheck(language: language)
            return KnownForms(revision: "\(owner.text) \(revision)") { content in
                let page = try PageReader.straightened(content)
                let print = PagePrint(of: page)
                let candidates = try read { try finder.candidates(for: [print], of: owner, $0).first }
                return try (candidates ?? []).recognise(print, page: content.page, check) { page }
            }
        }
    }

    /// Returns a form that a person chose for the pages of a document.
    ///
    /// A page of another edition is taken for the form's, too, and what differs is said.
    ///
    /// - Parameter name: the name of the template, or the beginning of its id.
    /// - Returns: the form.
    /// - Throws: `Failure`: `template_unknown` if there is no such template, or several, or none of its pages is kept;
    ///   `store_unavailable` if an existing store cannot be read.
    package func knownForm(_ name: String) async throws -> KnownForms {
        try await WorkerThreads.shared.run {
            let chosen = try read { try ChosenForm(named: name, for: owner, $0) }
            guard let found = chosen?.pages else { throw ChosenForm.unknown(name) }
            let recogniser = PageRecogniser(found.compactMap(\.known))
            let form = found[0].form
            let formPages = found[0].formPages
            return KnownForms(revision: "chosen \(form.template) \(form.version)") { content in
                let print = PagePrint(of: try PageReader.straightened(content))
                return RecognisedPage(
                    try recogniser.recognise(print), page: content.page, isChosen: true,
                    form: { _ in (form, formPages) })
            }
        }
    }

    private func template(of document: ImportedDocument) throws -> StoredTemplate? {
        try read { db in
            let tables = TemplateTables(db: db)
            guard try tables.exist, try !tables.areEmpty else { return nil }
            // Computed only if there are templates.
            return try tables.position(digest: FormDigest.of(document), owner: owner)
                .flatMap { try tables.template($0.id) }
        }
    }

    private func read<Value>(_ body: (any SQLSession) throws -> Value?) throws -> Value? {
        do {
            return try CatalogueReader.read(store, body) ?? nil
        } catch let failure as Failure where failure.code == .templateUnknown {
            throw failure
        } catch {
            throw Failure(
                .storeUnavailable, "The corrected fields in \(store) cannot be read.",
                hint: "Use --no-template to do without them.", underlying: "\(error)")
        }
    }
}
