public import FailureModel
import FormModel
public import Foundation

/// A template for the file names of a batch.
///
/// It is a path with placeholders: `{row}` is the record's number, `{row:04}` the same with at least four digits, and
/// `{Column}` the record's value in that column. `{{` and `}}` are literal braces.
///
/// Values cannot escape the folder: slashes and other characters that some systems do not allow in names become `_`,
/// control characters become spaces, and no name begins with a dot.
public struct NameTemplate: Sendable, Hashable {
    /// The template as written.
    public let text: String
    /// The folders that depend on the record, and the file.
    private let components: [[Part]]
    /// The components before the first that varies between records.
    private let folderText: String

    private enum Part: Sendable, Hashable {
        case literal(String)
        case row(digits: Int)
        case column(String)

        var isLiteral: Bool { if case .literal = self { true } else { false } }
        var literalText: String { if case .literal(let text) = self { text } else { "" } }
    }

    /// Maximum length of a value in bytes of UTF-8; longer values are truncated.
    private static let valueLimit = 120
    /// Maximum length in bytes of a name.
    ///
    /// File systems allow 255; the rest is for numbers after the name.
    private static let nameLimit = 200

    /// Parses a template.
    ///
    /// A path that ends in `/` stands for files named by number in that folder, and `.pdf` is added if missing.
    ///
    /// - Throws: `malformed_template`.
    public init(_ text: String) throws(Failure) {
        self.text = text
        var path = text
        if path.isEmpty || path.hasSuffix("/") { path += "{row:04}" }
        if !path.lowercased().hasSuffix(".pdf") { path += ".pdf" }
        var components = try Self.parts(of: path)
        if components.count > 1, components[0].isEmpty { components[0] = [.literal("/")] }
        components = components.filter { !$0.isEmpty }
        let fixed = components.dropLast().prefix { $0.allSatisfy(\.isLiteral) }
        let folder = fixed.map { $0.map(\.literalText).joined() }.joined(separator: "/")
        folderText = folder.hasPrefix("//") ? String(folder.dropFirst()) : folder
        self.components = Array(components[fixed.count...])
    }

    /// The folder that contains all files, directly or in subfolders.
    public var folder: URL {
        URL(fileURLWithPath: folderText.isEmpty ? "." : folderText, isDirectory: true)
    }

    /// The columns used in the names.
    public var columns: [String] {
        components.joined().compactMap { if case .column(let name) = $0 { name } else { nil } }
    }

    /// Whether every record would get the same name.
    public var isConstant: Bool { components.joined().allSatisfy(\.isLiteral) }

    /// Returns the path of a record's file, relative to `folder`.
    ///
    /// - Parameters:
    ///   - row: the record's number, which also replaces empty values.
    ///   - value: returns the record's value in a column.
    /// - Returns: the path.
    func path(row: Int, value: (String) -> String?) -> String {
        components.enumerated().map { place, parts in
            let isFile = place == components.count - 1
            var name = parts.map { part in
                switch part {
                case .literal(let text): return text
                case .row(let digits): return String(row).padded(to: digits)
                case .column(let column):
                    let value = Self.cleaned(value(column) ?? "")
                    return value.isEmpty ? String(row) : value
                }
            }.joined()
            if isFile { name.removeLast(4) }
            // The value of a column can be the name of a file, such as one that collect has read.
            if isFile, name.lowercased().hasSuffix(".pdf") { name.removeLast(4) }
            name = String(name.drop { $0 == "." || $0 == " " })
            while let last = name.last, last == " " || last == "." { name.removeLast() }
            name = name.cut(to: Self.nameLimit)
            if name.isEmpty { name = String(row) }
            return isFile ? name + ".pdf" : name
        }.joined(separator: "/")
    }

    /// Returns a value as part of a name.
    private static func cleaned(_ value: String) -> String {
        let forbidden: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
        var scalars = String.UnicodeScalarView()
        for scalar in value.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            // Directional formatting characters could make a name look like another one.
            case .format, .surrogate, .privateUse, .unassigned: continue
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(forbidden.contains(scalar) ? "_" : scalar)
            }
        }
        return String(scalars).split(separator: " ").joined(separator: " ").cut(to: valueLimit)
    }

    private static func parts(of path: String) throws(Failure) -> [[Part]] {
        var components: [[Part]] = [[]]
        var literal = ""
        func endLiteral() {
            if !literal.isEmpty { components[components.count - 1].append(.literal(literal)) }
            literal = ""
        }
        var rest = path[...]
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.append(rest.removeFirst())
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw Failure(.malformedTemplate, "A brace in the name \(path) is not closed.")
                }
                endLiteral()
                components[components.count - 1].append(try placeholder(String(rest[..<end]), in: path))
                rest = rest[rest.index(after: end)...]
            case "}":
                throw Failure(
                    .malformedTemplate,
                    "A closing brace in the name \(path) has no opening one; write }} for a literal brace.")
            case "/":
                endLiteral()
                components.append([])
            default: literal.append(character)
            }
        }
        endLiteral()
        return components
    }

    private static func placeholder(_ text: String, in path: String) throws(Failure) -> Part {
        let name = text.trimmingCharacters(in: .whitespaces)
        if name == "row" { return .row(digits: 1) }
        if let match = name.wholeMatch(of: /row:0?(\d{1,2})/), let digits = Int(match.1), digits <= 20 {
            return .row(digits: digits)
        }
        guard !name.isEmpty, !name.hasPrefix("row:") else {
            throw Failure(
                .malformedTemplate, "{\(text)} in the name \(path) is not {row}, {row:04} or the name of a column."
            )
        }
        return .column(name)
    }
}

extension String {
    fileprivate func padded(to digits: Int) -> String { String(repeating: "0", count: max(0, digits - count)) + self }

    /// Returns the longest prefix of whole characters that fits this number of bytes.
    fileprivate func cut(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var kept = 0
        return String(
            prefix { character in
                kept += character.utf8.count
                return kept <= bytes
            })
    }
}
