import FailureModel
import FormModel
import Foundation
import Pipeline
import PipelineSQL

/// The form that a filled copy is read as, with the fields in force.
struct AnswerRequest: Hashable, Codable, Sendable {
    /// The name of the form, for messages.
    var name: String
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
            let (id, name) = try await database.read({ db in
                try AnswerTables(db: db).form(of: document.id).flatMap { id in
                    try SharedFormTables(db: db).form(id, in: .all).map { (id, $0.title.name) }
                }
            })
        else { throw Failure(.formUnknown, "\(document.fileName) was not added as an answer to a form of the office.") }
        let form = try await store.document(id, in: .owner(.office))
        let published = try await store.artefacts(of: id, in: .owner(.office), fill: 0)
        guard let fields = published.last(where: { $0.artefact.name == FormKind.ArtefactName.fields }) else {
            throw Failure(.artefactMissing, "The fields of the form are missing.")
        }
        let template = try await FormKind.template(of: form, in: store)?.template
        return try JSONEncoder().encode(
            AnswerRequest(
                name: name, form: form.content, fields: fields.artefact.content, template: template))
    }
}
