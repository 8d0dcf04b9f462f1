import FormImport
import FailureModel
import FormModel

/// Builds the tree of a values file from parser events.
///
/// It rejects everything that exceeds the limits or repeats a key.
struct ValuesBuilder: JSONVisitor {
    private(set) var tree = JSONTree()

    private let source: ValuesSource
    private let limits: ValueLimits
    /// The line of each key of the open lists and objects.
    private var lines: [[String: Int]] = []
    private var nodes = 0
    private var textBytes = 0

    /// Creates a builder; `source` is for messages.
    init(source: ValuesSource, limits: ValueLimits) {
        self.source = source
        self.limits = limits
    }

    mutating func beginObject(line: Int) throws(Failure) {
        try begin(line: line)
        tree.beginObject()
    }

    mutating func beginList(line: Int) throws(Failure) {
        try begin(line: line)
        tree.beginList()
    }

    private mutating func begin(line: Int) throws(Failure) {
        try countNode()
        guard tree.depth < limits.depth else {
            throw Failure(
                .malformedValues,
                "\(source.subject(at: line)) has lists and objects nested more than \(limits.depth) levels deep.")
        }
        lines.append([:])
    }

    mutating func end() {
        tree.end()
        lines.removeLast()
    }

    mutating func key(_ key: String, line: Int) throws(Failure) {
        guard key.utf8.count <= limits.keyLength else {
            throw Failure(
                .malformedValues,
                "The key \(key.quoted) in \(source.place(line)) is longer than \(limits.keyLength) bytes.")
        }
        let last = lines.count - 1
        if let earlier = lines[last].updateValue(line, forKey: key) {
            let places = earlier == line ? "twice" : "in line \(earlier) and again"
            throw Failure(.duplicateValue, "The key \(key.quoted) occurs \(places) in \(source.place(line)); keep one.")
        }
        guard lines[last].count <= limits.entries else {
            throw Failure(.inputTooLarge, "An object in \(source.name) has more than \(limits.entries) keys.")
        }
        tree.setKey(key)
    }

    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Failure) {
        try countNode()
        switch scalar {
        case .text(let text), .number(let text): try count(text, line: line)
        case .flag, .null: break
        }
        tree.add(scalar)
    }

    private mutating func count(_ text: String, line: Int) throws(Failure) {
        guard text.utf8.count <= limits.valueLength else {
            let subject = tree.key.map { "The value for \($0.quoted)" } ?? "A value"
            throw Failure(
                .valueTooLong, "\(subject) in \(source.place(line)) is longer than \(limits.valueLength) bytes.")
        }
        textBytes += text.utf8.count
        guard textBytes <= limits.bytes else {
            throw Failure(
                .inputTooLarge, "The values in \(source.name) are longer than \(limits.bytes >> 20) MB in total.")
        }
    }

    private mutating func countNode() throws(Failure) {
        nodes += 1
        guard nodes <= limits.nodes else {
            throw Failure(.inputTooLarge, "\(source.subject) has more than \(limits.nodes) values.")
        }
    }
}
