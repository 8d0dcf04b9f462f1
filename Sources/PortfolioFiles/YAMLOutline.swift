import CYaml
import FailureModel
import Portfolio

/// The lines on which the values of a YAML file stand.
///
/// It is made of the events of LibYAML before anything builds a tree: a file whose aliases stand for more than memory holds,
/// or whose lists are nested a thousand levels deep, is refused here.
struct YAMLOutline {
    /// The lines by keys, such as `contact.url`, `inputs[3].title` or `captions.a.jpg`; from 1.
    private(set) var lines: [String: Int] = [:]

    private enum Frame {
        case mapping(path: String, key: String?)
        case list(path: String, count: Int)
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
        guard yaml_parser_initialize(&parser) == 1 else { throw failure("It cannot be read.", line: 1) }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else {
                throw failure("This is not YAML.", line: Int(parser.problem_mark.line) + 1)
            }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { return }
            try take(event, line: Int(event.start_mark.line) + 1)
        }
    }

    private func failure(_ message: String, line: Int) -> Failure {
        Failure(.malformedPortfolio, message, at: .file(name, line: line, column: nil))
    }

    private mutating func take(_ event: yaml_event_t, line: Int) throws(Failure) {
        events += 1
        guard events <= Self.eventLimit else {
            throw failure("The file has more values than any portfolio.", line: line)
        }
        switch event.type {
        case YAML_ALIAS_EVENT: throw failure("Aliases (*) are not used here; write the value again.", line: line)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            if case .mapping(let path, nil) = frames.last {
                frames[frames.count - 1] = .mapping(path: path, key: text)
            } else {
                note(line: line)
            }
        case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            guard frames.count < Self.depthLimit else { throw failure("The values are nested too deeply.", line: line) }
            if case .mapping(_, nil) = frames.last { throw failure("A key must be plain text.", line: line) }
            let path = note(line: line)
            frames.append(
                event.type == YAML_MAPPING_START_EVENT ? .mapping(path: path, key: nil) : .list(path: path, count: 0))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: frames.removeLast()
        default: break
        }
    }

    /// Notes where a value begins, and returns its key.
    @discardableResult
    private mutating func note(line: Int) -> String {
        let path: String
        switch frames.last {
        case .mapping(let parent, let key):
            // Names of files are keys as well; those in messages are shortened.
            let key = (key ?? "").shortened(to: 80)
            path = parent.isEmpty ? key : "\(parent).\(key)"
            frames[frames.count - 1] = .mapping(path: parent, key: nil)
        case .list(let parent, let count):
            path = "\(parent)[\(count)]"
            frames[frames.count - 1] = .list(path: parent, count: count + 1)
        case nil: path = ""
        }
        lines[path] = lines[path] ?? line
        return path
    }
}
