import FormModel

/// What JSON and YAML have in common, scalars as they were written.
indirect enum ValueTree: Hashable, Sendable {
    case text(String)
    case number(String)
    case flag(Bool)
    case null
    /// Its items are not kept, since lists are never values.
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
