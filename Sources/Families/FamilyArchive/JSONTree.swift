import FailureModel
import Files
import RowQuery

/// Reads JSON into values, and counts them while it reads.
enum JSONTree {
    /// Returns the value of a text.
    ///
    /// - Throws: `malformed_export` if it is not JSON, nests too deep, has too many values, or an object that has a member
    ///   twice.
    static func read(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        switch try JSONReader.read(bytes, into: Builder()) {
        case .success(let builder):
            guard let value = builder.value else { throw .malformedExport("\(ExportFormat.rows) is empty") }
            return value
        case .failure(let mistake):
            throw .malformedExport("line \(mistake.line) of \(ExportFormat.rows) is not valid JSON")
        }
    }

    private struct Builder: JSONVisitor {
        private enum Open {
            case list([JSONValue])
            case object([String: JSONValue], key: String)
        }

        private var open: [Open] = []
        private var count = 0
        /// The outermost value, when it is complete.
        private(set) var value: JSONValue?

        mutating func beginObject(line: Int) throws(Failure) { try begin(.object([:], key: "")) }

        mutating func beginList(line: Int) throws(Failure) { try begin(.list([])) }

        private mutating func begin(_ value: Open) throws(Failure) {
            try countOne()
            guard open.count < ExportFormat.depthLimit else {
                throw .malformedExport("\(ExportFormat.rows) nests values too deep")
            }
            open.append(value)
        }

        private mutating func countOne() throws(Failure) {
            count += 1
            guard count <= ExportFormat.valueLimit else {
                throw Failure(
                    .inputTooLarge, "\(ExportFormat.rows) has more than \(ExportFormat.valueLimit) values.")
            }
        }

        mutating func end() {
            switch open.popLast() {
            case .list(let items): add(.array(items))
            case .object(let members, _): add(.object(members))
            case nil: break
            }
        }

        mutating func key(_ key: String, line: Int) throws(Failure) {
            try countOne()
            guard case .object(let members, _) = open.popLast() else { return }
            guard members[key] == nil else {
                throw .malformedExport("line \(line) of \(ExportFormat.rows) has a member twice")
            }
            open.append(.object(members, key: key))
        }

        mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Failure) {
            try countOne()
            switch scalar {
            case .text(let text): add(.string(text))
            case .number(let text): add(.number(text))
            case .flag(let value): add(.bool(value))
            case .null: add(.null)
            }
        }

        private mutating func add(_ value: JSONValue) {
            // Taken out first, so that what is open is changed in place.
            switch open.popLast() {
            case .list(var items):
                items.append(value)
                open.append(.list(items))
            case .object(var members, let key):
                members[key] = value
                open.append(.object(members, key: key))
            case nil: self.value = value
            }
        }
    }
}
