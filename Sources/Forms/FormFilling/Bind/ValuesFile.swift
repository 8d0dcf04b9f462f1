import FormImport
public import FailureModel
import Files
import FormModel
public import Foundation

/// Values in JSON or YAML, an object whose keys name fields, or form data in FDF or XFDF; the content tells which.
///
/// A value is text, a number, true or false, `{"image": "signature.png"}` for a signature, `{"blocks": [...]}` with Portable
/// Text for a field with several lines, or any of these with its source: `{"value": "Ada", "source": "autofill"}`, and
/// with `verbatim`, `fontSize` and `color`. Null leaves the field as it is. A list of objects holds the rows of a table.
/// An object under the key `profile` is a profile, for the fields that no value is given for.
public struct ValuesFile: Sendable {
    /// The values in the order of the file.
    public var entries: [ValueEntry]
    /// The profile beside the values; nil if there is none.
    public var profile: Profile?

    /// The maximum size of a file in bytes; larger files are refused.
    public static let sizeLimit = limits.bytes
    /// The maximum size of a picture in bytes.
    private static let pictureSizeLimit = 64 << 20

    private static let limits = ValueLimits()

    /// Reads a values file; the paths of pictures are relative to its folder.
    ///
    /// - Throws: as `init(data:name:folder:)`, or an error of reading a file.
    public init(contentsOf url: URL) throws(Failure) {
        try self.init(
            data: try InputFile.read(url, limit: Self.sizeLimit), name: url.lastPathComponent,
            folder: url.deletingLastPathComponent())
    }

    /// Parses values.
    ///
    /// The paths of pictures are relative to `folder`; if it is nil, pictures are refused, because the author of the values must
    /// not read files of this machine.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - name: for messages; if `isJSON` is nil, the endings `.json`, `.yaml` and `.yml` say what the values are.
    ///   - folder: where the paths of pictures start.
    ///   - isJSON: whether the values must be JSON, or else YAML, FDF or XFDF. If neither this nor the name says so, an object
    ///     whose first key is in double quotes must be JSON.
    /// - Throws: `malformed_values`, `duplicate_value` for a repeated key, `input_too_large` and `value_too_long` if a
    ///   limit is exceeded.
    public init(data: Data, name: String, folder: URL?, isJSON: Bool? = nil) throws(Failure) {
        guard data.count <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        let isJSON = isJSON ?? Self.isJSON(named: name) ?? Self.isJSON(data)
        if !isJSON, let formData = try Self.formData(data, name: name) {
            entries = formData
            return
        }
        let tree = try Self.tree(data, name: name, isJSON: isJSON)
        guard let object = tree.object else {
            throw Failure(
                .malformedValues, "\(name) must be an object whose keys name fields, such as {\"Name\": \"Ada\"}.")
        }
        var entries: [ValueEntry] = []
        for member in object.members {
            if let profile = try Self.profile(member) {
                self.profile = profile
            } else if let rows = Self.rows(member.value) {
                entries += try Self.entries(ofTable: member.key, rows, folder: folder)
            } else {
                entries.append(try Self.entry(key: member.key, member.value, folder: folder))
            }
        }
        self.entries = entries
    }

    /// The values of a file in FDF or XFDF; nil for any other content.
    private static func formData(_ data: Data, name: String) throws(Failure) -> [ValueEntry]? {
        let bytes = [UInt8](data)
        if XFDFReader.recognises(bytes) { return try XFDFReader.entries(bytes, name: name) }
        if FDFReader.recognises(bytes) { return try FDFReader.entries(bytes, name: name) }
        return nil
    }

    /// Whether a name says that its file is JSON; nil if it does not say so.
    private static func isJSON(named name: String) -> Bool? {
        let name = name.lowercased()
        if name.hasSuffix(".json") { return true }
        return [".yaml", ".yml"].contains(where: name.hasSuffix) ? false : nil
    }

    /// Whether a text begins as an object in JSON; YAML in flow style, `{a: b}`, rarely has keys in double quotes.
    private static func isJSON(_ data: Data) -> Bool {
        let marks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF]
        let text = data.drop { marks.contains($0) }
        return text.first == UInt8(ascii: "{")
            && text.dropFirst().first { !marks.contains($0) } == UInt8(ascii: "\"")
    }

    private static func tree(_ data: Data, name: String, isJSON: Bool) throws(Failure) -> JSONValue {
        let bytes = [UInt8](data)
        let builder = ValuesBuilder(name: name, limits: limits)
        if !isJSON {
            if let tree = try YAMLReader.read(bytes, name: name, into: builder) { return tree }
        } else if bytes.contains(where: { ![0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF].contains($0) }) {
            switch try JSONReader.read(bytes, into: builder) {
            case .success(let builder): if let tree = builder.tree.root { return tree }
            case .failure(let mistake):
                throw Failure(.malformedValues, "\(name) is not valid JSON at line \(mistake.line).")
            }
        }
        throw Failure(
            .inputEmpty, "\(name) is empty; it should hold an object such as {\"Name\": \"Ada\"}, or {} for no values.")
    }

    /// The key of a profile beside the values.
    static let profileKey = "profile"

    /// Returns the profile if a member is one, rather than the value of a field called "profile".
    private static func profile(_ member: JSONObject.Member) throws(Failure) -> Profile? {
        guard member.key == profileKey, let object = member.value.object, !member.value.isPortableText,
            !object.members.contains(where: { valueKeys.contains($0.key) })
        else { return nil }
        var entries: [ValueEntry] = []
        for member in object.members { entries.append(try entry(key: member.key, member.value, folder: nil)) }
        return try Profile(entries)
    }

    /// The keys of a value that is an object.
    private static let valueKeys: Set = ["value", "image", "source", "verbatim", "fontSize", "color"]

    /// Returns the rows of a table, if a value is a list of objects; nothing is in a row that is null.
    private static func rows(_ value: JSONValue) -> [JSONObject?]? {
        guard case .list(let items) = value else { return nil }
        var rows: [JSONObject?] = []
        for item in items {
            guard item == .null || item.object != nil, !item.isPortableText else { return nil }
            rows.append(item.object)
        }
        return rows
    }

    private static func entries(
        ofTable table: String, _ rows: [JSONObject?], folder: URL?
    ) throws(Failure) -> [ValueEntry] {
        var entries: [ValueEntry] = []
        for (index, row) in rows.enumerated() {
            for member in row?.members ?? [] {
                let cell = TableCell(table: table, row: index + 1, column: member.key)
                var entry = try entry(key: cell.key, member.value, folder: folder)
                entry.cell = cell
                entries.append(entry)
            }
        }
        return entries
    }

    private static func entry(key: String, _ value: JSONValue, folder: URL?) throws(Failure) -> ValueEntry {
        if value.isPortableText { return ValueEntry(key: key, value: try PortableTextValue.value(value, key: key)) }
        guard let object = value.object else { return ValueEntry(key: key, value: value.fieldValue) }
        var entry = ValueEntry(key: key, value: .none)
        for member in object.members {
            switch (member.key, member.value) {
            case ("image", .text(let path)):
                guard let folder else {
                    throw Failure(
                        .badSignatureImage,
                        "The value for \(key.quoted) names a picture file, which is not allowed here.")
                }
                guard path.utf8.count <= Int(PATH_MAX), !path.utf8.contains(0) else {
                    throw Failure(.badSignatureImage, "The value for \(key.quoted) is not the path of a picture.")
                }
                let url = URL(fileURLWithPath: path, relativeTo: folder)
                entry.value = .picture(try picture(url, key: key))
            case ("source", .text(let word)):
                guard let source = FieldSource(rawValue: word) else {
                    let allowed = FieldSource.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Failure(.malformedValues, "The source of \(key.quoted) must be one of \(allowed).")
                }
                entry.source = source
            case ("verbatim", .flag(let flag)):
                entry.style = entry.style ?? ValueStyle()
                entry.style?.isVerbatim = flag
            case ("fontSize", .number(let text)), ("fontSize", .text(let text)):
                entry.style = entry.style ?? ValueStyle()
                entry.style?.fontSize = try ValueStyle.size(Double(text), of: key.quoted)
            case ("color", .text(let text)):
                entry.style = entry.style ?? ValueStyle()
                entry.style?.color = try ValueStyle.color(text, of: key.quoted)
            case ("fontSize", .null), ("color", .null), ("source", .null), ("verbatim", .null): continue
            case ("fontSize", _): throw wrong("fontSize", of: key, "a number of points, such as 10")
            case ("color", _): throw wrong("color", of: key, "text, such as \"blue\"")
            case ("source", _): throw wrong("source", of: key, "text, such as \"manual\"")
            case ("verbatim", _): throw wrong("verbatim", of: key, "true or false")
            case ("image", _): throw wrong("image", of: key, "the path of a picture")
            case ("value", let text) where text.isPortableText:
                entry.value = try PortableTextValue.value(text, key: key)
            case ("value", let value): entry.value = value.fieldValue
            default: return ValueEntry(key: key, value: .structure)
            }
        }
        return entry
    }

    private static func wrong(_ member: String, of key: String, _ wanted: String) -> Failure {
        Failure(.malformedValues, "The \(member) of \(key.quoted) must be \(wanted).")
    }

    /// Reads a picture; its path is part of the value, so errors name the key only.
    private static func picture(_ url: URL, key: String) throws(Failure) -> Data {
        do throws(Failure) {
            return try InputFile.read(url, limit: pictureSizeLimit)
        } catch {
            let what =
                switch error.code {
                case .inputMissing: "does not exist"
                case .inputTooLarge: "is larger than the limit of \(InputFile.size(pictureSizeLimit))"
                default: "cannot be read"
                }
            throw Failure(error.code, "The picture for \(key.quoted) \(what).")
        }
    }
}
