public import FailureModel
import FormModel
public import Foundation
import Yams

/// Values written down as JSON or YAML: an object whose keys name fields.
///
/// A value is text, a number, true or false, `{"image": "signature.png"}` for a signature, or any of these with its
/// origin: `{"value": "Ada", "source": "autofill"}`. Null leaves the field as it is.
public struct ValuesFile: Sendable {
    public var entries: [ValueEntry]

    /// Larger files are refused.
    public static let sizeLimit = 64 << 20

    /// Reads a values file; pictures are looked up beside it.
    ///
    /// - Throws: `malformed_values`, or what reading a file throws.
    public init(contentsOf url: URL) throws(Failure) {
        try self.init(
            data: try InputFile.read(url, limit: Self.sizeLimit), name: url.lastPathComponent,
            folder: url.deletingLastPathComponent())
    }

    /// - Parameters:
    ///   - name: for messages.
    ///   - folder: where the paths of pictures start; nil where pictures are refused, since who wrote the values may not
    ///     read this machine's files.
    public init(data: Data, name: String, folder: URL?) throws(Failure) {
        let tree = try ValueTree(data: data, name: name)
        guard case .object(let members) = tree else {
            throw Failure(
                .malformedValues, "\(name) must be an object whose keys name fields, such as {\"Name\": \"Ada\"}.")
        }
        var entries: [ValueEntry] = []
        for (key, member) in members {
            entries.append(try Self.entry(key: key, member, folder: folder))
        }
        self.entries = entries
    }

    private static func entry(key: String, _ tree: ValueTree, folder: URL?) throws(Failure) -> ValueEntry {
        guard case .object(let members) = tree else { return ValueEntry(key: key, value: tree.value) }
        var entry = ValueEntry(key: key, value: .none)
        for (name, member) in members {
            switch (name, member) {
            case ("image", .text(let path)):
                guard let folder else {
                    throw Failure(
                        .badSignatureImage, "The value for \"\(key)\" names a picture, which is not looked up here.")
                }
                let url = URL(fileURLWithPath: path, relativeTo: folder)
                entry.value = .picture(try InputFile.read(url, limit: sizeLimit))
            case ("source", .text(let word)):
                guard let source = FieldSource(rawValue: word) else {
                    let allowed = FieldSource.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Failure(.malformedValues, "The source of \"\(key)\" must be one of \(allowed).")
                }
                entry.source = source
            case ("value", _): entry.value = member.value
            default: return ValueEntry(key: key, value: .structure)
            }
        }
        return entry
    }
}

/// What JSON and YAML have in common, scalars as they were written.
private indirect enum ValueTree {
    case text(String)
    case number(String)
    case flag(Bool)
    case null
    case list
    case object([(String, ValueTree)])

    var value: FieldValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let text): .number(text)
        case .flag(let flag): .flag(flag)
        case .null: .none
        case .list, .object: .structure
        }
    }

    init(data: Data, name: String) throws(Failure) {
        let start = data.first { !UInt8.whitespace.contains($0) }
        if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
            self = try Self.json(data, name: name)
        } else {
            self = try Self.yaml(data, name: name)
        }
    }

    private static func json(_ data: Data, name: String) throws(Failure) -> ValueTree {
        do {
            return Self(try JSONDecoder().decode(JSONTree.self, from: data))
        } catch {
            // YAML in flow style looks like JSON, and a YAML parser knows the line of a mistake.
            if let tree = try? yaml(data, name: name), case .object = tree { return tree }
            throw Failure(.malformedValues, "\(name) is not valid JSON.", underlying: "\(error)")
        }
    }

    private static func yaml(_ data: Data, name: String) throws(Failure) -> ValueTree {
        guard let text = String(data: data, encoding: .utf8) else {
            throw Failure(.malformedValues, "\(name) is not UTF-8 text.")
        }
        do {
            if let node = try Yams.compose(yaml: text) { return Self(node, depth: 0) }
        } catch let error as YamlError {
            let place: String
            switch error {
            case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
                place = " at line \(mark.line)"
            default: place = ""
            }
            throw Failure(.malformedValues, "\(name) is not valid YAML\(place).")
        } catch {
            throw Failure(.malformedValues, "\(name) is not valid YAML.")
        }
        throw Failure(
            .inputEmpty, "\(name) is empty; it should hold an object such as {\"Name\": \"Ada\"}, or {} for no values.")
    }

    private init(_ node: Node, depth: Int) {
        switch node {
        case .scalar(let scalar):
            // YAML 1.1 takes a bare No or On for a truth value; only the two words of JSON are meant as one here.
            switch (node.tag.description, scalar.string.lowercased()) {
            case ("tag:yaml.org,2002:null", _): self = .null
            case ("tag:yaml.org,2002:bool", "true"): self = .flag(true)
            case ("tag:yaml.org,2002:bool", "false"): self = .flag(false)
            case ("tag:yaml.org,2002:int", _), ("tag:yaml.org,2002:float", _): self = .number(scalar.string)
            default: self = .text(scalar.string)
            }
        case .mapping(let mapping) where depth < 2:
            self = .object(mapping.map { ($0.key.string ?? "", ValueTree($0.value, depth: depth + 1)) })
        case .mapping: self = .object([])
        case .sequence, .alias: self = .list
        }
    }

    private init(_ json: JSONTree) {
        switch json {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number.description)
        case .flag(let flag): self = .flag(flag)
        case .null: self = .null
        case .list: self = .list
        case .object(let members): self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, Self($0.value)) })
        }
    }
}

/// JSON as Foundation's decoder delivers it.
private indirect enum JSONTree: Decodable {
    case text(String)
    case number(Decimal)
    case flag(Bool)
    case null
    case list
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            var object: [String: JSONTree] = [:]
            for key in members.allKeys { object[key.stringValue] = try members.decode(JSONTree.self, forKey: key) }
            self = .object(object)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .list
        } else {
            let scalar = try decoder.singleValueContainer()
            if scalar.decodeNil() {
                self = .null
            } else if let flag = try? scalar.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? scalar.decode(Decimal.self) {
                self = .number(number)
            } else {
                self = .text(try scalar.decode(String.self))
            }
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }
}

extension UInt8 {
    fileprivate static let whitespace = [UInt8](" \t\r\n\u{FEFF}".utf8)
}
