import FormImport
import FailureModel
import CYaml
import FormModel
import Foundation
import Yams

/// Reads YAML directly into a tree, under limits.
///
/// It works on the events of LibYAML, which comes with Yams: Yams itself builds its tree, and expands aliases in it,
/// before anything can be counted.
struct YAMLReader {
    private let name: String
    private var builder: ValuesBuilder
    private var anchors: [String: JSONScalar] = [:]
    private var documents = 0

    /// Returns the tree, or nil if the text is empty.
    ///
    /// - Throws: `malformed_values`, or whatever the builder throws.
    static func read(
        _ bytes: [UInt8], name: String, into builder: ValuesBuilder
    ) throws(Failure) -> JSONValue? {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(.malformedValues, "\(name) is not UTF-8 text.")
        }
        var reader = YAMLReader(name: name, builder: builder)
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        let result: Result<Void, Failure> = text.withUnsafeBufferPointer { text in
            do throws(Failure) {
                return .success(try reader.readEvents(of: text))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        return reader.builder.tree.root
    }

    private init(name: String, builder: ValuesBuilder) {
        self.name = name
        self.builder = builder
    }

    private mutating func readEvents(of text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw Failure(.outOfMemory, "There is not enough memory to read \(name).")
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
        var isOver = false
        while !isOver {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else {
                guard parser.error != YAML_MEMORY_ERROR else {
                    throw Failure(.outOfMemory, "There is not enough memory to read \(name).")
                }
                throw malformed(line: Int(parser.problem_mark.line) + 1)
            }
            defer { yaml_event_delete(&event) }
            isOver = event.type == YAML_STREAM_END_EVENT
            try take(event)
        }
    }

    private mutating func take(_ event: yaml_event_t) throws(Failure) {
        let line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else {
                throw Failure(.malformedValues, "Line \(line) of \(name) begins a second document; keep one.")
            }
        case YAML_SCALAR_EVENT: try takeScalar(event, line: line)
        case YAML_ALIAS_EVENT: try takeAlias(event, line: line)
        case YAML_SEQUENCE_START_EVENT:
            try refuseKey(line: line)
            try builder.beginList(line: line)
        case YAML_MAPPING_START_EVENT:
            try refuseKey(line: line)
            try builder.beginObject(line: line)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: builder.end()
        default: break
        }
    }

    private mutating func takeScalar(_ event: yaml_event_t, line: Int) throws(Failure) {
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let anchor = Self.text(scalar.anchor)
        guard !builder.tree.awaitsKey else {
            // Aliases of keys are of no use.
            return try builder.key(text, line: line)
        }
        let tag = scalar.quoted_implicit == 1 ? Tag.Name.str.rawValue : Self.text(scalar.tag)
        let value = Self.value(text, tag: tag)
        try builder.scalar(value, line: line)
        if let anchor { anchors[anchor] = value }
    }

    private mutating func takeAlias(_ event: yaml_event_t, line: Int) throws(Failure) {
        try refuseKey(line: line)
        guard let anchor = Self.text(event.data.alias.anchor), let value = anchors[anchor] else {
            throw Failure(
                .malformedValues,
                "Line \(line) of \(name) has an alias (*) that refers to nothing, or to a list or an object."
            )
        }
        try builder.scalar(value, line: line)
    }

    private func refuseKey(line: Int) throws(Failure) {
        guard !builder.tree.awaitsKey else {
            throw Failure(.malformedValues, "A key in line \(line) of \(name) is not plain text.")
        }
    }

    private func malformed(line: Int) -> Failure {
        Failure(.malformedValues, "\(name) is not valid YAML at line \(line).")
    }

    /// Converts a scalar.
    ///
    /// YAML 1.1 reads a bare No or On as a truth value; here only the two words of JSON are one.
    private static func value(_ text: String, tag: String?) -> JSONScalar {
        // No number or truth value is longer.
        guard text.utf8.count <= 128 else { return .text(text) }
        let node = Node(text, Tag(tag.map(Tag.Name.init(rawValue:)) ?? .implicit))
        return switch (node.tag.description, text.lowercased()) {
        case ("tag:yaml.org,2002:null", _): .null
        case ("tag:yaml.org,2002:bool", "true"): .flag(true)
        case ("tag:yaml.org,2002:bool", "false"): .flag(false)
        case ("tag:yaml.org,2002:int", _), ("tag:yaml.org,2002:float", _): .number(text)
        default: .text(text)
        }
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
