import FormsDomain
import Foundation

/// The body of a request that replaces the whole list.
struct ReplacingFields: Decodable {
    let fields: [StrictField]
}

/// The body of a request that adds fields.
struct AddedFields: Decodable {
    let fields: [NewField]
}

/// The body of a request that changes several fields at once.
struct ChangedFields: Decodable {
    let upsert: [StrictField]?
    let delete: [UUID]?

    init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: ["upsert", "delete"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        upsert = try container.decodeIfPresent([StrictField].self, forKey: .upsert)
        delete = try container.decodeIfPresent([UUID].self, forKey: .delete)
    }

    private enum CodingKeys: String, CodingKey { case upsert, delete }
}
