import FailureModel
import FormModel
import Foundation
import Pipeline
import PipelineSQL

/// The form that a filled copy is read as, with the fields in force.
struct AnswerRequest: Hashable, Codable, Sendable {
    /// The name of the form's file.
    var fileName: String
    /// The bytes of the form's file.
    var form: ContentID
    /// The bytes of its detected fields.
    var fields: ContentID
    /// The template with its corrected fields, if any.
    var template: FormTemplate?

    /// Returns the encoded request for a filled copy.
    ///
    /// - Throws: `Failure`: `form_unknown` if the office has no such form; `artefact_missing` if its fields are not known.
    static func data(for document: Document, in store: any Store) async throws -> Data {
        guard let database = store as? SQLStore,
            let id = try await database.read({ try AnswerTables(db: $0).form(of: document.id) })
        else { throw Failure(.formUnknown, "\(document.fileName) was not added as an answer to a form of the office.") }
        let form = try await store.document(id, in: .owner(.office))
        let published = try await store.artefacts(of: id, in: .owner(.office), fill: 0)
        guard let fields = published.last(where: { $0.artefact.name == FormKind.ArtefactName.fields }) else {
            throw Failure(.artefactMissing, "The fields of the form are missing.")
        }
        let template = try await FormKind.template(of: form, in: store)?.template
        return try JSONEncoder().encode(
            AnswerRequest(
                fileName: form.fileName, form: form.content, fields: fields.artefact.content, template: template))
    }
}
