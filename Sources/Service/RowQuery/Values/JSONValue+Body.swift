extension JSONValue {
    /// Parses a body and keeps numbers as they are written.
    ///
    /// A column receives the text of a number, so that a long one is not rounded.
    ///
    /// - Throws: PGRST102 if the body is not JSON, or exceeds the limits of size or depth.
    package init(parsing bytes: [UInt8], limits: QueryLimits) throws(RowQueryError) {
        guard bytes.count <= limits.bodyBytes else {
            throw RowQueryError(.unreadableBody, "The body is larger than \(limits.bodyBytes) bytes.")
        }
        let builder = try? JSONReader.read(
            bytes, [.numbersAsWritten, .refusesByteOrderMark], into: BodyBuilder(limit: limits.bodyDepth)
        ).get()
        guard let value = builder?.tree.root else {
            throw RowQueryError(
                .unreadableBody,
                "The body is empty, is not valid JSON, or is nested more than \(limits.bodyDepth) deep.")
        }
        self = value
    }
}

/// Builds the value of a body with limited depth.
private struct BodyBuilder: JSONVisitor {
    /// A value inside too many lists and objects.
    struct TooDeep: Error {}

    private(set) var tree = JSONTree(keepsRepeatedKeys: false)
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    private func checkDepth() throws(TooDeep) {
        if tree.depth > limit { throw TooDeep() }
    }

    mutating func beginObject(line: Int) throws(TooDeep) {
        try checkDepth()
        tree.beginObject()
    }

    mutating func beginList(line: Int) throws(TooDeep) {
        try checkDepth()
        tree.beginList()
    }

    mutating func end() { tree.end() }

    mutating func key(_ key: String, line: Int) throws(TooDeep) { tree.setKey(key) }

    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(TooDeep) {
        try checkDepth()
        tree.add(scalar)
    }
}
