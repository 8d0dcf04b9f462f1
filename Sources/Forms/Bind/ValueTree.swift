import FormModel
import PortableText

/// The data model that JSON and YAML share, with scalars as they were written.
indirect enum ValueTree: Hashable, Sendable {
    case text(String)
    case number(String)
    case flag(Bool)
    case null
    case list([ValueTree])
    case object([Member])

    struct Member: Hashable, Sendable {
        var key: String
        var value: ValueTree
    }

    var value: FieldValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let text): .number(text)
        case .flag(let flag): .flag(flag)
        case .null: .none
        case .list, .object: .structure
        }
    }

    /// Whether the tree is an object with `blocks`: a document in Portable Text.
    var isPortableText: Bool {
        if case .object(let members) = self { members.contains { $0.key == "blocks" } } else { false }
    }

    /// The tree as Portable Text is read from.
    var json: JSONValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let text): .number(text)
        case .flag(let flag): .flag(flag)
        case .null: .null
        case .list(let items): .list(items.map(\.json))
        case .object(let members): .object(JSONObject(members.map { .init(key: $0.key, value: $0.value.json) }))
        }
    }
}
