import CYaml
import FailureModel
import Portfolio

/// Where the values of a YAML file stand.
///
/// It is made of the events of LibYAML before anything builds a tree: a file whose aliases stand for more than memory holds,
/// or whose lists are nested a thousand levels deep, is refused here.
struct YAMLOutline {
    typealias Position = WrittenFile.Position

    /// The positions of values by their keys, such as `contact.url`, `inputs[3].title` or `captions.a.jpg`.
    private(set) var values: [String: Position] = [:]
    /// The positions of keys by the keys of their values.
    private(set) var keys: [String: Position] = [:]
    /// The keys of values without content, by their positions.
    private(set) var empty: [Position: String] = [:]
    /// The keys that are written twice in one mapping, in their order.
    private(set) var repeated: [RepeatedKey] = []

    /// A key that its mapping has already.
    struct RepeatedKey {
        let name: String
        let position: Position
        /// Where the key stands in the text, in Unicode scalars.
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

    /// The number of levels; no file of a portfolio has more than four.
    private static let depthLimit = 8
    /// The number of values, keys and brackets.
    private static let eventLimit = 40_000

    /// Reads a text.
    ///
    /// - Throws: `malformed_portfolio`.
    init(_ text: String, name: String) throws(Failure) {
        self.name = name
        let failure: Failure? = Array(text.utf8).withUnsafeBufferPointer { bytes in
            do throws(Failure) {
                try read(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw failure("It cannot be read.", at: Position(line: 1))
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else {
                throw failure("This is not YAML.", at: Position(parser.problem_mark))
            }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { return }
            try take(event)
        }
    }

    private func failure(_ message: String, at position: Position) -> Failure {
        Failure(.malformedPortfolio, message, at: .file(name, line: position.line, column: position.column))
    }

    private mutating func take(_ event: yaml_event_t) throws(Failure) {
        let position = Position(event.start_mark)
        events += 1
        guard events <= Self.eventLimit else {
            throw failure("The file has more values than any portfolio.", at: position)
        }
        switch event.type {
        case YAML_ALIAS_EVENT: throw failure("Aliases (*) are not used here; write the value again.", at: position)
        case YAML_SCALAR_EVENT: takeScalar(event, at: position)
        case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            guard frames.count < Self.depthLimit else {
                throw failure("The values are nested too deeply.", at: position)
            }
            if case .mapping(_, _, nil) = frames.last { throw failure("A key must be plain text.", at: position) }
            let path = note(at: position)
            frames.append(
                event.type == YAML_MAPPING_START_EVENT
                    ? .mapping(path: path, names: [], key: nil) : .list(path: path, count: 0))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: frames.removeLast()
        default: break
        }
    }

    private mutating func takeScalar(_ event: yaml_event_t, at position: Position) {
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        guard case .mapping(let path, var names, nil) = frames.last else {
            let path = note(at: position)
            if text.isEmpty { empty[position] = path }
            return
        }
        let isFirst = names.insert(text).inserted
        frames[frames.count - 1] = .mapping(path: path, names: names, key: Key(name: text, position: position))
        guard !isFirst else { return }
        let start = Int(event.start_mark.index)
        repeated.append(
            RepeatedKey(name: text, position: position, range: start..<max(start, Int(event.end_mark.index))))
    }

    /// Notes where a value begins, and returns its key.
    private mutating func note(at position: Position) -> String {
        let path: String
        switch frames.last {
        case .mapping(let parent, let names, let key):
            // Names of files are keys as well; those in messages are shortened.
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
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
