import FailureModel
import Portfolio
import YAML

/// An index of the positions of values in a YAML file.
///
/// It is made of events before anything builds a tree: a file whose aliases stand for more than memory holds,
/// or whose lists are nested a thousand levels deep, is refused here.
struct YAMLOutline {
    typealias Position = WrittenFile.Position

    /// The positions of values by key, such as `contact.url`, `inputs[3].title` or `captions.a.jpg`.
    private(set) var values: [String: Position] = [:]
    /// The positions of keys, by the keys of their values.
    private(set) var keys: [String: Position] = [:]
    /// The keys of empty values by position.
    private(set) var empty: [Position: String] = [:]
    /// The keys repeated within a mapping, in order.
    private(set) var repeated: [RepeatedKey] = []

    /// A key that occurs earlier in the same mapping.
    struct RepeatedKey {
        let name: String
        let position: Position
        /// The range of the key in the text, in Unicode scalars.
        let range: Range<Int>
    }

    private enum Frame {
        case mapping(path: String, names: Set<String>, key: Key?)
        case list(path: String, count: Int)
    }

    private struct Key {
        let name: String
        let position: Position
    }

    private var frames: [Frame] = []
    private var events = 0
    private let name: String

    /// The maximum nesting depth; no portfolio file exceeds four levels.
    private static let depthLimit = 8
    /// The maximum number of values, keys and brackets.
    private static let eventLimit = 40_000

    /// Reads a text.
    ///
    /// - Throws: `malformed_portfolio`.
    init(_ text: String, name: String) throws(Failure) {
        self.name = name
        let text = Array(text.utf8)[...]
        if let mistake = try YAMLEvents.read(text, take: { event throws(Failure) in try take(event) }) {
            throw failure(
                mistake.isOutOfMemory ? "It cannot be read." : "This is not YAML.", at: Position(mistake.mark))
        }
    }

    private func failure(_ message: String, at position: Position) -> Failure {
        Failure(.malformedPortfolio, message, at: .file(name, line: position.line, column: position.column))
    }

    private mutating func take(_ event: YAMLEvent) throws(Failure) {
        let position = Position(event.start)
        events += 1
        guard events <= Self.eventLimit else {
            throw failure("The file has more values than any portfolio.", at: position)
        }
        switch event.kind {
        case .alias: throw failure("Aliases (*) are not used here; write the value again.", at: position)
        case .scalar(let scalar):
            takeScalar(scalar.text, at: position, event.start.offset..<max(event.start.offset, event.end.offset))
        case .list: frames.append(.list(path: try begin(at: position), count: 0))
        case .mapping: frames.append(.mapping(path: try begin(at: position), names: [], key: nil))
        case .end: frames.removeLast()
        case .document, .boundary: break
        }
    }

    /// Begins a list or a mapping, and returns its key.
    private mutating func begin(at position: Position) throws(Failure) -> String {
        guard frames.count < Self.depthLimit else { throw failure("The values are nested too deeply.", at: position) }
        if case .mapping(_, _, nil) = frames.last { throw failure("A key must be plain text.", at: position) }
        return note(at: position)
    }

    private mutating func takeScalar(_ text: String, at position: Position, _ range: Range<Int>) {
        guard case .mapping(let path, var names, nil) = frames.last else {
            let path = note(at: position)
            if text.isEmpty { empty[position] = path }
            return
        }
        let isFirst = names.insert(text).inserted
        frames[frames.count - 1] = .mapping(path: path, names: names, key: Key(name: text, position: position))
        if !isFirst { repeated.append(RepeatedKey(name: text, position: position, range: range)) }
    }

    /// Records the start of a value, and returns its key.
    private mutating func note(at position: Position) -> String {
        let path: String
        switch frames.last {
        case .mapping(let parent, let names, let key):
            // File names can be keys as well. They are shortened for messages.
            let name = (key?.name ?? "").shortened(to: 80)
            path = parent.isEmpty ? name : "\(parent).\(name)"
            frames[frames.count - 1] = .mapping(path: parent, names: names, key: nil)
            keys[path] = keys[path] ?? key?.position
        case .list(let parent, let count):
            path = "\(parent)[\(count)]"
            frames[frames.count - 1] = .list(path: parent, count: count + 1)
        case nil: path = ""
        }
        values[path] = values[path] ?? position
        return path
    }
}

extension WrittenFile.Position {
    fileprivate init(_ mark: YAMLMark) {
        self.init(line: mark.line, column: mark.column)
    }
}
