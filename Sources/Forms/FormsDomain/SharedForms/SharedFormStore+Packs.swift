import FailureModel
import FormImport
import Foundation
import Threads
package import Pipeline
import PipelineSQL
import SQL

/// Packs: forms of the office in files, for a backup or another office.
extension SharedFormStore {
    /// Returns a form with its file, corrected fields and mapping.
    ///
    /// - Throws: `Failure`: `form_unknown`.
    package func pack(of id: DocumentID) async throws -> FormPack {
        let form = try await form(id, in: .all)
        let document = try await document(of: id, in: .all)
        let (template, columns) = try await store.read { db in
            let templates = TemplateTables(db: db)
            let position = try templates.ownPosition(digest: form.digest, owner: .office)
            let columns = try MappingStore.columns(digest: form.digest, of: .office, db)
            return (try position.flatMap { try templates.template($0.id) }?.template, columns)
        }
        let artefacts = client.artefacts
        let bytes = try await WorkerThreads.shared.run { try artefacts.read(document.content) }
        let name = document.fileName
        return FormPack(
            FormPack.Manifest(
                name: form.title.name, edition: form.title.edition, digest: form.digest, fileName: name),
            form: bytes, template: template, columns: columns)
    }

    /// Adds a form from a pack, with its corrected fields and mapping.
    ///
    /// The office's fields and mapping of the form, if there are any, are replaced; the former can be restored by undo.
    ///
    /// - Parameters:
    ///   - pack: the form.
    ///   - state: the state of the form.
    ///   - author: the owner who adds it.
    /// - Returns: the form.
    /// - Throws: `Failure`: `form_shared`, `invalid_form_title`, `invalid_template`, `invalid_form_pack`,
    ///   `form_has_values`; errors of importing.
    package func add(
        _ pack: FormPack, _ state: SharedForm.State = .current, by author: OwnerID
    ) async throws -> SharedForm {
        let title = try SharedFormTitle(name: pack.manifest.name, edition: pack.manifest.edition)
        let template = try pack.template.map { try ImportedTemplate($0).template }
        let digest = pack.manifest.digest
        try await WorkerThreads.shared.run {
            let blank = try Self.blank(pack.form, fileName: pack.manifest.fileName)
            guard FormDigest.of(blank) == digest else {
                throw Failure(.invalidFormPack, "The file is not a pack of a form: its digest is that of another form.")
            }
        }
        let mediaType = try FormKind().mediaType(of: pack.form, fileName: pack.manifest.fileName)
        try await store.read { try Self.check(digest: digest, replacing: nil, SharedFormTables(db: $0)) }
        let blank = try await client.importDocument(
            pack.form, owner: .office, kind: FormKind.name, fileName: pack.manifest.fileName, mediaType: mediaType)
        do {
            let form = try await add(blank, digest, title, state, replacing: nil, from: .office, by: author)
            if let template { _ = try await TemplateStore(store)?.put(template, owner: .office) }
            if let columns = pack.columns {
                try await store.write { try MappingStore.put(columns, digest: digest, of: .office, $0.db) }
            }
            _ = try await client.process(blank.id, in: .owner(.office))
            return form
        } catch {
            try? await client.delete(blank.id, in: .owner(.office))
            throw error
        }
    }
}
