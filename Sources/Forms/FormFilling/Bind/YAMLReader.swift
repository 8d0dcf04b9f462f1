import FailureModel
import FormImport
import FormModel
import Foundation
import YAML

/// Reads YAML directly into a tree, under limits.
struct YAMLReader {
    private let name: String
    private var builder: ValuesBuilder
    private var anchors: [String: JSONScalar] = [:]
    private var documents = 0

    /// Returns the tree, or nil if the text is empty.
    ///
    /// - Throws: `malformed_values`, or an error of the builder.
    static func read(
        _ bytes: [UInt8], name: String, into builder: ValuesBuilder
    ) throws(Failure) -> JSONValue? {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(.malformedValues, "\(name) is not UTF-8 text.")
        }
        var reader = YAMLReader(name: name, builder: builder)
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if let mistake = try YAMLEvents.read(text, take: { event throws(Failure) in try reader.take(event) }) {
            throw mistake.isOutOfMemory
                ? Failure(.outOfMemory, "There is not enough memory to read \(name).")
                : Failure(.malformedValues, "\(name) is not valid YAML at line \(mistake.mark.line).")
        }
        return reader.builder.tree.root
    }

    private init(name: String, builder: ValuesBuilder) {
        self.name = name
        self.builder = builder
    }

    private mutating func take(_ event: YAMLEvent) throws(Failure) {
        let line = event.start.line
        switch event.kind {
        case .document:
            documents += 1
            guard documents == 1 else {
                throw Failure(.malformedValues, "Line \(line) of \(name) begins a second document; keep one.")
            }
        case .scalar(let scalar): try take(scalar, line: line)
        case .alias(let anchor): try takeAlias(of: anchor, line: line)
        case .list:
            try refuseKey(line: line)
            try builder.beginList(line: line)
        case .mapping:
            try refuseKey(line: line)
            try builder.beginObject(line: line)
        case .end: builder.end()
        case .boundary: break
        }
    }

    private mutating func take(_ scalar: YAMLScalar, line: Int) throws(Failure) {
        guard !builder.tree.awaitsKey else {
            // Aliases of keys are of no use.
            return try builder.key(scalar.text, line: line)
        }
        let value = Self.value(scalar)
        try builder.scalar(value, line: line)
        if let anchor = scalar.anchor { anchors[anchor] = value }
    }

    private mutating func takeAlias(of anchor: String, line: Int) throws(Failure) {
        try refuseKey(line: line)
        guard let value = anchors[anchor] else {
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

    /// Converts a scalar.
    ///
    /// YAML 1.1 reads a bare No or On as a truth value; here only the two words of JSON are one.
    private static func value(_ scalar: YAMLScalar) -> JSONScalar {
        let text = scalar.text
        // No number or truth value is longer.
        guard text.utf8.count <= 128 else { return .text(text) }
        return switch (scalar.tag, text.lowercased()) {
        case ("tag:yaml.org,2002:null", _): .null
        case ("tag:yaml.org,2002:bool", "true"): .flag(true)
        case ("tag:yaml.org,2002:bool", "false"): .flag(false)
        case ("tag:yaml.org,2002:int", _), ("tag:yaml.org,2002:float", _): .number(text)
        default: .text(text)
        }
    }
}
