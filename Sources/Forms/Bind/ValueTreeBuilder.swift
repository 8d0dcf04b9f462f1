import FailureModel
import Files
import FormModel

/// Builds a tree from the events of a parser, and refuses whatever exceeds the limits or repeats a key.
struct ValueTreeBuilder: JSONVisitor {
    private struct Container {
        var isObject: Bool
        var members: [ValueTree.Member] = []
        var items: [ValueTree] = []
        /// The line of each key.
        var lines: [String: Int] = [:]
        /// The key whose value comes next.
        var key: String?
    }

    /// The complete tree, once it has been read.
    private(set) var root: ValueTree?

    private let name: String
    private let limits: ValueLimits
    private var open: [Container] = []
    private var nodes = 0
    private var textBytes = 0

    /// Creates a builder; `name` is the name of the file, for messages.
    init(name: String, limits: ValueLimits) {
        self.name = name
        self.limits = limits
    }

    /// Whether the next event must be a key or the end of the object.
    var awaitsKey: Bool { open.last.map { $0.isObject && $0.key == nil } ?? false }

    mutating func beginObject(line: Int) throws(Failure) { try begin(Container(isObject: true), line: line) }

    mutating func beginList(line: Int) throws(Failure) { try begin(Container(isObject: false), line: line) }

    private mutating func begin(_ container: Container, line: Int) throws(Failure) {
        try countNode()
        guard open.count < limits.depth else {
            throw Failure(
                .malformedValues,
                "Line \(line) of \(name) has lists and objects nested more than \(limits.depth) levels deep.")
        }
        open.append(container)
    }

    mutating func end() {
        guard let container = open.popLast() else { return }
        keep(container.isObject ? .object(container.members) : .list(container.items))
    }

    mutating func key(_ key: String, line: Int) throws(Failure) {
        guard key.utf8.count <= limits.keyLength else {
            throw Failure(
                .malformedValues,
                "The key \(key.quoted) in line \(line) of \(name) is longer than \(limits.keyLength) bytes.")
        }
        let last = open.count - 1
        if let earlier = open[last].lines.updateValue(line, forKey: key) {
            let places = earlier == line ? "twice in line \(line)" : "in line \(earlier) and again in line \(line)"
            throw Failure(.duplicateValue, "The key \(key.quoted) occurs \(places) of \(name); keep one.")
        }
        guard open[last].lines.count <= limits.entries else {
            throw Failure(.inputTooLarge, "An object in \(name) has more than \(limits.entries) keys.")
        }
        open[last].key = key
    }

    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Failure) {
        try countNode()
        switch scalar {
        case .text(let text):
            try count(text, line: line)
            keep(.text(text))
        case .number(let text):
            try count(text, line: line)
            keep(.number(text))
        case .flag(let flag): keep(.flag(flag))
        case .null: keep(.null)
        }
    }

    private mutating func count(_ text: String, line: Int) throws(Failure) {
        guard text.utf8.count <= limits.valueLength else {
            let subject = open.last?.key.map { "The value for \($0.quoted)" } ?? "A value"
            throw Failure(
                .valueTooLong, "\(subject) in line \(line) of \(name) is longer than \(limits.valueLength) bytes.")
        }
        textBytes += text.utf8.count
        guard textBytes <= limits.bytes else {
            throw Failure(.inputTooLarge, "The values in \(name) are longer than \(limits.bytes >> 20) MB in total.")
        }
    }

    private mutating func countNode() throws(Failure) {
        nodes += 1
        guard nodes <= limits.nodes else {
            throw Failure(.inputTooLarge, "\(name) has more than \(limits.nodes) values.")
        }
    }

    private mutating func keep(_ tree: ValueTree) {
        guard let last = open.indices.last else {
            root = tree
            return
        }
        guard open[last].isObject else {
            open[last].items.append(tree)
            return
        }
        open[last].members.append(ValueTree.Member(key: open[last].key ?? "", value: tree))
        open[last].key = nil
    }
}
