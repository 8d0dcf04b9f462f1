import FormModel

/// The data model that JSON and YAML share, with scalars as they were written.
indirect enum ValueTree: Hashable, Sendable {
    case text(String)
    case number(String)
    case flag(Bool)
    case null
    /// A list; its items are not kept, since a list is never a value.
    case list
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
}
