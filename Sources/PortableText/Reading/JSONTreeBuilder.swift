import Files

/// Builds a JSON value from the events of the reader, within limits.
struct JSONTreeBuilder: JSONVisitor {
    private struct Container {
        var isObject: Bool
        var members: [JSONObject.Member] = []
        var items: [JSONValue] = []
        /// The key whose value comes next.
        var key = ""
    }

    /// The complete value, once it has been read.
    private(set) var root: JSONValue?

    private let limits: PortableTextLimits
    private var open: [Container] = []
    private var count = 0

    init(limits: PortableTextLimits) {
        self.limits = limits
    }

    mutating func beginObject(line: Int) throws(PortableTextError) { try begin(Container(isObject: true), line: line) }

    mutating func beginList(line: Int) throws(PortableTextError) { try begin(Container(isObject: false), line: line) }

    private mutating func begin(_ container: Container, line: Int) throws(PortableTextError) {
        try countValue()
        guard open.count < limits.depth else {
            throw PortableTextError(
                .nestedContentTooDeep,
                "The lists and objects in line \(line) are nested more than \(limits.depth) levels deep.")
        }
        open.append(container)
    }

    mutating func end() {
        guard let container = open.popLast() else { return }
        keep(container.isObject ? .object(JSONObject(container.members)) : .list(container.items))
    }

    mutating func key(_ key: String, line: Int) throws(PortableTextError) {
        guard key.utf8.count <= limits.keyLength else {
            throw PortableTextError(
                .malformedStructure, "A key in line \(line) is longer than \(limits.keyLength) bytes.")
        }
        open[open.count - 1].key = key
    }

    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(PortableTextError) {
        try countValue()
        switch scalar {
        case .text(let text): keep(.text(text))
        case .number(let text):
            guard text.utf8.count <= limits.keyLength else {
                throw PortableTextError(
                    .malformedStructure, "A number in line \(line) is longer than \(limits.keyLength) bytes.")
            }
            keep(.number(text))
        case .flag(let flag): keep(.flag(flag))
        case .null: keep(.null)
        }
    }

    private mutating func countValue() throws(PortableTextError) {
        count += 1
        guard count <= limits.values else {
            throw PortableTextError(.malformedStructure, "The document has more than \(limits.values) values.")
        }
    }

    private mutating func keep(_ value: JSONValue) {
        guard let last = open.indices.last else {
            root = value
            return
        }
        if open[last].isObject {
            open[last].members.append(JSONObject.Member(key: open[last].key, value: value))
        } else {
            open[last].items.append(value)
        }
    }
}
