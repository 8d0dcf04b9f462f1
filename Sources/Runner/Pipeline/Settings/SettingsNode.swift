public import FailureModel
import Values
import Yams

/// A node of a settings file.
///
/// If a value is not as expected, its reading method reports the node's position and returns `nil` or an empty
/// collection.
public struct SettingsNode {
    private let file: SettingsFile
    private let node: Yams.Node
    /// The path of keys to the node, such as `kinds.form`; empty at the root.
    public let path: String

    init(file: SettingsFile, node: Yams.Node, path: String) {
        self.file = file
        self.node = node
        self.path = path
    }

    /// Reports an error at this node, by default under the file's code.
    public func report(_ message: String, code: ErrorCode? = nil) {
        file.report(message, code: code, at: node.mark)
    }

    /// Returns the entries of a mapping in the order written.
    ///
    /// Keys outside `known` are reported, unless `known` is `nil`.
    public func entries(known: [String]? = nil) -> [(key: SettingsNode, value: SettingsNode)] {
        guard let mapping = node.mapping else {
            report("\(name) must be a mapping of keys to values.")
            return []
        }
        return mapping.compactMap { key, value in
            let place = SettingsNode(file: file, node: key, path: path)
            guard let text = key.string else {
                place.report("A key must be plain text.")
                return nil
            }
            if let known, !known.contains(text) {
                place.report(Self.unknown("key", text, among: known))
                return nil
            }
            let inner = SettingsNode(file: file, node: value, path: path.isEmpty ? text : "\(path).\(text)")
            return (place, inner)
        }
    }

    /// Returns the values of a mapping by key; see ``entries(known:)``.
    public func mapping(known: [String]) -> [String: SettingsNode] {
        Dictionary(entries(known: known).map { ($0.key.node.string ?? "", $0.value) }) { $1 }
    }

    /// Returns the items of a list; any other value is reported.
    public func items() -> [SettingsNode] {
        guard let sequence = node.sequence else {
            report("\(name) must be a list.")
            return []
        }
        return sequence.map { SettingsNode(file: file, node: $0, path: path) }
    }

    /// Whether the node is a mapping rather than a list or a plain value.
    public var isMapping: Bool { node.mapping != nil }

    /// Whether the node is a list rather than a mapping or a plain value.
    public var isList: Bool { node.sequence != nil }

    /// Whether the node is the word `off` or `false`, which switches something off.
    public var isOff: Bool { ["off", "false"].contains(node.scalar?.string.lowercased()) }

    /// Returns plain text that is not empty and has at most `longest` bytes.
    public func text(longest: Int = .max) -> String? {
        guard let text = node.scalar?.string, !text.isEmpty else {
            report("\(name) must be plain text.")
            return nil
        }
        guard text.utf8.count <= longest else {
            report("\(name) is longer than \(longest) bytes.")
            return nil
        }
        return text
    }

    /// Returns one of the raw values of a type.
    public func choice<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        guard let text = node.scalar?.string, let choice = Choice(rawValue: text) else {
            report("\(name) must be one of \(type.allCases.map(\.rawValue).joined(separator: ", ")).")
            return nil
        }
        return choice
    }

    /// Returns a whole number within the range.
    public func integer(in range: ClosedRange<Int>) -> Int? {
        // Only decimal digits: YAML would also accept 1_000 and 0x1F, which are more often slips than intended.
        guard let number = node.scalar.flatMap({ Int($0.string) }), range.contains(number) else {
            report("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
            return nil
        }
        return number
    }

    /// Returns a number within the range.
    public func number(in range: ClosedRange<Double>) -> Double? {
        guard let number = node.float ?? node.int.map(Double.init), range.contains(number) else {
            report("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
            return nil
        }
        return number
    }

    /// Returns a duration such as `250ms`, `6s`, `5m` or `2h` within the range.
    public func duration(in range: ClosedRange<Duration>) -> Duration? {
        guard let duration = node.scalar.flatMap({ Duration(text: $0.string) }), range.contains(duration) else {
            report("\(name) must be a duration from \(range.lowerBound.text) to \(range.upperBound.text), such as 6s.")
            return nil
        }
        return duration
    }

    /// Returns a size such as `512MiB` or `2GB` within the range.
    public func byteCount(in range: ClosedRange<ByteCount>) -> ByteCount? {
        guard let count = node.scalar.flatMap({ ByteCount(text: $0.string) }), range.contains(count) else {
            report("\(name) must be a size from \(range.lowerBound) to \(range.upperBound), such as 512MiB.")
            return nil
        }
        return count
    }

    private var name: String { path.isEmpty ? "The file" : "“\(path)”" }

    /// Returns a message about an unknown name, with the closest known name.
    static func unknown(_ what: String, _ text: String, among known: [String]) -> String {
        let hint = nearest(to: text, among: known).map { " Did you mean “\($0)”?" }
        return "Unknown \(what) “\(text)”.\(hint ?? " Known: \(Set(known).sorted().joined(separator: ", ")).")"
    }
}

extension SettingsNode {
    /// Returns the known name closest to a misspelt one; `nil` if all are too different.
    package static func nearest(to text: String, among known: [String]) -> String? {
        let slips = text.count < 4 ? 1 : max(2, text.count / 3)
        let written = Array(text.lowercased())
        return NearestName.first(of: known) { written.editDistance(to: Array($0.lowercased()), atMost: slips) }
    }
}
