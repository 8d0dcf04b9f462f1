import FailureModel
import Values

/// Parses the rows of an export as JSON and counts their values.
enum ExportTree {
    /// Returns the value of a text.
    ///
    /// - Throws: `malformed_export` if the text is not JSON, nests too deep, has too many values, or has an object with
    ///   a repeated key.
    static func read(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        switch try JSONReader.read(bytes, into: Builder()) {
        case .success(let builder):
            guard let value = builder.tree.root else { throw .malformedExport("\(ExportFormat.rows) is empty") }
            return value
        case .failure(let error):
            throw .malformedExport("line \(error.line) of \(ExportFormat.rows) is not valid JSON")
        }
    }

    private struct Builder: JSONVisitor {
        private(set) var tree = JSONTree()
        /// The keys so far of each open list and object.
        private var keys: [Set<String>] = []
        private var count = 0

        mutating func beginObject(line: Int) throws(Failure) {
            try begin()
            tree.beginObject()
        }

        mutating func beginList(line: Int) throws(Failure) {
            try begin()
            tree.beginList()
        }

        private mutating func begin() throws(Failure) {
            try countOne()
            guard tree.depth < ExportFormat.depthLimit else {
                throw .malformedExport("\(ExportFormat.rows) nests values too deep")
            }
            keys.append([])
        }

        private mutating func countOne() throws(Failure) {
            count += 1
            guard count <= ExportFormat.valueLimit else {
                throw Failure(
                    .inputTooLarge, "\(ExportFormat.rows) has more than \(ExportFormat.valueLimit) values.")
            }
        }

        mutating func end() {
            tree.end()
            keys.removeLast()
        }

        mutating func key(_ key: String, line: Int) throws(Failure) {
            try countOne()
            guard keys[keys.count - 1].insert(key).inserted else {
                throw .malformedExport("line \(line) of \(ExportFormat.rows) has a member twice")
            }
            tree.setKey(key)
        }

        mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Failure) {
            try countOne()
            tree.add(scalar)
        }
    }
}
