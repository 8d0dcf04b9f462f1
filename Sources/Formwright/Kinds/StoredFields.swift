import Files
import FormModel
import Foundation
import Pipeline

/// `fields.json`, a form's description without its file name, since documents with the same bytes share it.
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

    static func description(in context: StageContext) throws -> FormDescription {
        try description(context.bytes(of: FormKind.ArtefactName.fields), of: context.document)
    }
}
