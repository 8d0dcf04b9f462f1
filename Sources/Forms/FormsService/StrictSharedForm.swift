import FormsAPI
import FormsDomain
import Foundation

/// A request to share a form; unknown keys are refused.
struct StrictNewSharedForm: Decodable {
    let form: NewSharedForm

    private static let keys: Set<String> = ["documentId", "name", "edition", "state", "replaces", "groups"]

    init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: Self.keys)
        form = try NewSharedForm(from: decoder)
    }
}

/// A change of a form's name, edition or state; unknown keys are refused.
struct StrictSharedFormChange: Decodable {
    let change: SharedFormChange

    private static let keys: Set<String> = ["name", "edition", "state", "groups"]

    init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: Self.keys)
        change = try SharedFormChange(from: decoder)
    }
}
