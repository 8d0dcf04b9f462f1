import Values

/// Builds a JSON value from the events of the reader, within limits.
struct JSONTreeBuilder: JSONVisitor {
    private(set) var tree = JSONTree()

    private let limits: PortableTextLimits
    private var count = 0

    init(limits: PortableTextLimits) {
        self.limits = limits
    }

    mutating func beginObject(line: Int) throws(PortableTextError) {
        try checkDepth(line: line)
        tree.beginObject()
    }

    mutating func beginList(line: Int) throws(PortableTextError) {
        try checkDepth(line: line)
        tree.beginList()
    }

    private mutating func checkDepth(line: Int) throws(PortableTextError) {
        try countValue()
        guard tree.depth < limits.depth else {
            throw PortableTextError(
                .nestedContentTooDeep,
                "The lists and objects in line \(line) are nested more than \(limits.depth) levels deep.")
        }
    }

    mutating func end() { tree.end() }

    mutating func key(_ key: String, line: Int) throws(PortableTextError) {
        guard key.utf8.count <= limits.keyLength else {
            throw PortableTextError(
                .malformedStructure, "A key in line \(line) is longer than \(limits.keyLength) bytes.")
        }
        tree.setKey(key)
    }

    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(PortableTextError) {
        try countValue()
        if case .number(let text) = scalar, text.utf8.count > limits.keyLength {
            throw PortableTextError(
                .malformedStructure, "A number in line \(line) is longer than \(limits.keyLength) bytes.")
        }
        tree.add(scalar)
    }

    private mutating func countValue() throws(PortableTextError) {
        count += 1
        guard count <= limits.values else {
            throw PortableTextError(.malformedStructure, "The document has more than \(limits.values) values.")
        }
    }
}
