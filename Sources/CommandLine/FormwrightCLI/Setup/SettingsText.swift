import FailureModel
import Pipeline

/// The text of a settings file, in which single settings are replaced.
///
/// Comments and all other settings stay as their author wrote them.
struct SettingsText {
    private var lines: [Substring]
    private let lineEnd: String

    /// Splits a text into lines.
    init(_ text: String) {
        lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
        // A byte order mark has no meaning in UTF-8.
        let text = text.replacing("\r\n", with: "\n").drop { $0 == "\u{feff}" }
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
    }

    /// The text, which ends with a line break.
    var text: String { lines.map { $0 + lineEnd }.joined() }

    /// Sets or removes a setting at the root.
    ///
    /// - Parameters:
    ///   - key: the setting.
    ///   - value: the value in plain text; `nil` removes the setting.
    mutating func set(_ key: String, to value: String?) {
        set(key, to: value, in: lines.indices, indent: "", insertingAt: startOfSettings)
    }

    /// Sets or removes a setting in a section.
    ///
    /// A missing section is added.
    ///
    /// - Parameters:
    ///   - key: the setting.
    ///   - section: the key of the section at the root.
    ///   - value: the value in plain text; `nil` removes the setting.
    /// - Throws: `malformed_settings` for a section that is written on one line, in braces.
    mutating func set(_ key: String, in section: String, to value: String?) throws(Failure) {
        if !lines.contains(where: { Self.key(of: $0) == section }) {
            guard value != nil else { return }
            if let last = lines.last, !last.isEmpty { lines.append("") }
            lines.append("\(section):")
        }
        guard let head = lines.firstIndex(where: { Self.key(of: $0) == section }) else { return }
        let rest = lines[head].dropFirst(section.utf8.count + 1).drop { $0 == " " }
        guard rest.isEmpty || rest.hasPrefix("#") else {
            throw Failure(
                .malformedSettings, "The section “\(section)” is written on one line, where no setting can be added.",
                hint: "Write each of its settings on a line, indented by two spaces.")
        }
        let end = lines[(head + 1)...].firstIndex { Self.key(of: $0) != nil } ?? lines.endIndex
        let indent = lines[(head + 1)..<end].lazy.compactMap { Self.indentedKey(of: $0)?.indent }.first ?? "  "
        set(key, to: value, in: (head + 1)..<end, indent: indent, insertingAt: head + 1)
    }

    private mutating func set(
        _ key: String, to value: String?, in range: Range<Int>, indent: String, insertingAt place: Int
    ) {
        let line = value.map { "\(indent)\(key): \(Self.scalar($0))" }
        let old = range.first {
            let found = Self.indentedKey(of: lines[$0])
            return found?.key == key && found?.indent == indent
        }
        guard let old else {
            if let line { lines.insert(Substring(line), at: place) }
            return
        }
        // A mapping or list below the key belongs to it.
        let end = ((old + 1)..<range.upperBound).first {
            !lines[$0].hasPrefix("\(indent) ") && !(lines[$0].hasPrefix("\(indent)-") && !indent.isEmpty)
        }
        let comment = lines[old].firstMatch(of: /[ ]+#.*/).map { String($0.0) } ?? ""
        lines.replaceSubrange(old..<(end ?? range.upperBound), with: line.map { [Substring($0 + comment)] } ?? [])
    }

    /// The line after the comment at the top.
    private var startOfSettings: Int {
        lines.firstIndex { line in !["#", "%", "---"].contains(where: line.hasPrefix) } ?? lines.endIndex
    }

    /// Returns the key of a line at the root.
    private static func key(of line: Substring) -> String? {
        let found = indentedKey(of: line)
        return found?.indent == "" ? found?.key : nil
    }

    private static func indentedKey(of line: Substring) -> (indent: String, key: String)? {
        guard let first = line.first, first == " " || first.isLetter,
            let match = line.wholeMatch(of: /([ ]*)([A-Za-z][A-Za-z0-9_-]*):(?:[ ].*)?/)
        else { return nil }
        return (String(match.1), String(match.2))
    }

    /// Returns a text as a YAML scalar, in quotes where needed.
    private static func scalar(_ text: String) -> String {
        if text.wholeMatch(of: /[A-Za-z0-9\/~][A-Za-z0-9\/._~:\-]*[A-Za-z0-9\/._~\-]|[0-9]/) != nil { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
