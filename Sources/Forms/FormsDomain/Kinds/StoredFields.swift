import Files
import FormModel
import Foundation
import Pipeline
import Threads

/// Encodes and decodes `fields.json`, a form's description without its file name.
///
/// Documents with equal bytes share it.
enum StoredFields {
    static func data(_ description: FormDescription) throws -> Data {
        var description = description
        description.document.fileName = ""
        return try JSONText.encode(description)
    }

    static func description(_ data: Data, of document: Document) throws -> FormDescription {
        var description = try JSONDecoder().decode(FormDescription.self, from: data)
        description.document.fileName = document.fileName
        return description
    }

    /// The descriptions that this process decoded last, by the size of their JSON.
    ///
    /// Each save of a value needs the fields of its form, and decoding hundreds of them takes longer than the rest.
    private static let recent = RecentValues<ContentID, FormDescription>(limit: 16 << 20)

    /// Returns the fields with a content, decoded or as this process decoded them lately.
    static func description(
        _ content: ContentID, of document: Document, in artefacts: any ArtefactStore
    ) async throws -> FormDescription {
        if var known = recent[content] {
            known.document.fileName = document.fileName
            return known
        }
        return try await WorkerThreads.shared.run {
            let data = try artefacts.read(content)
            let description = try description(data, of: document)
            recent.keep(description, for: content, size: data.count)
            return description
        }
    }

    /// Returns the fields of a stage's document.
    ///
    /// In a fill, they are those of the template frozen with its inputs.
    static func description(in context: StageContext) throws -> FormDescription {
        let detected = try description(context.bytes(of: FormKind.ArtefactName.fields), of: context.document)
        guard context.artefact(FormKind.ArtefactName.template, from: .inputs) != nil else { return detected }
        let template = try JSONDecoder().decode(
            FormTemplate.self, from: context.bytes(of: FormKind.ArtefactName.template, from: .inputs))
        return AppliedTemplate(template, on: detected).description
    }
}
