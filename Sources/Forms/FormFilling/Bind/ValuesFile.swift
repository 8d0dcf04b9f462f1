import FormImport
public import FailureModel
import Files
import FormModel
public import Foundation

/// Values in JSON, YAML, FDF or XFDF.
///
/// The content determines the format. In JSON and YAML the values are an object with field names as keys.
///
/// A value is text, a number, true or false, `{"image": "signature.png"}` for a signature, `{"blocks": [...]}` with
/// Portable Text for a field with several lines, or any of these with its source: `{"value": "Ada", "source":
/// "autofill"}`, and with `verbatim`, `fontSize` and `color`. Null leaves the field unchanged. A list of objects holds
/// the rows of a table. An object under the key `profile` is a profile, for the fields without a value.
public struct ValuesFile: Sendable {
    /// The values in the order of the file.
    public var entries: [ValueEntry]
    /// The profile in the file, if any.
    public var profile: Profile?

    /// The maximum size of a file in bytes; larger files are rejected.
    public static let sizeLimit = limits.bytes
    /// The maximum size of a picture in bytes.
    private static let pictureSizeLimit = 64 << 20

    private static let limits = ValueLimits()

    /// Reads a values file; paths of pictures are relative to its folder.
    ///
    /// - Throws: as `init(data:name:folder:)`, or an error of reading a file.
    public init(contentsOf url: URL) throws(Failure) {
        try self.init(
            data: try InputFile.read(url, limit: Self.sizeLimit), name: url.lastPathComponent,
            folder: url.deletingLastPathComponent())
    }

    /// Parses values.
    ///
    /// Paths of pictures are relative to `folder`. If it is nil, pictures are rejected, because the author of the
    /// values may not be allowed to read files of this machine.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - name: a name for messages. If `isJSON` is nil, the extensions `.json`, `.yaml` and `.yml` determine the
    ///     format.
    ///   - folder: the base folder for paths of pictures.
    ///   - isJSON: whether the values must be JSON, or else YAML, FDF or XFDF. If neither this nor the name decides, an
    ///     object whose first key is in double quotes must be JSON.
    /// - Throws: `malformed_values`, `duplicate_value` for a repeated key, `input_too_large` and `value_too_long` if a
    ///   limit is exceeded.
    public init(data: Data, name: String, folder: URL?, isJSON: Bool? = nil) throws(Failure) {
        try self.init(data: data, source: .file(name), folder: folder, isJSON: isJSON)
    }

    /// Parses values, otherwise like ``init(data:name:folder:isJSON:)``.
    init(data: Data, source: ValuesSource, folder: URL?, isJSON: Bool? = nil) throws(Failure) {
        let name = source.name
        guard data.count <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        let isJSON = isJSON ?? Self.isJSON(named: name) ?? Self.isJSON(data)
        if !isJSON, let formData = try Self.formData(data, name: name) {
            entries = formData
            return
        }
        let tree = try Self.tree(data, source, isJSON: isJSON)
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

    /// Returns the values of an FDF or XFDF file; nil for any other content.
    private static func formData(_ data: Data, name: String) throws(Failure) -> [ValueEntry]? {
        let bytes = [UInt8](data)
        if XFDFReader.recognises(bytes) { return try XFDFReader.entries(bytes, name: name) }
        if FDFReader.recognises(bytes) { return try FDFReader.entries(bytes, name: name) }
        return nil
    }

    /// Returns whether a file extension stands for JSON; nil if it does not decide.
    private static func isJSON(named name: String) -> Bool? {
        let name = name.lowercased()
        if name.hasSuffix(".json") { return true }
        return [".yaml", ".yml"].contains(where: name.hasSuffix) ? false : nil
    }

    /// Returns whether a text begins as a JSON object.
    ///
    /// In YAML flow style, `{a: b}`, keys are rarely in double quotes.
    private static func isJSON(_ data: Data) -> Bool {
        let marks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF]
        let text = data.drop { marks.contains($0) }
        return text.first == UInt8(ascii: "{")
            && text.dropFirst().first { !marks.contains($0) } == UInt8(ascii: "\"")
    }

    /// Returns the tree of a YAML or JSON text.
    static func tree(_ data: Data, _ source: ValuesSource, isJSON: Bool) throws(Failure) -> JSONValue {
        let bytes = [UInt8](data)
        let name = source.name
        let builder = ValuesBuilder(source: source, limits: limits)
        if !isJSON {
            if let tree = try YAMLReader.read(bytes, name: name, into: builder) { return tree }
        } else if bytes.contains(where: { ![0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF].contains($0) }) {
            switch try JSONReader.read(bytes, into: builder) {
            case .success(let builder): if let tree = builder.tree.root { return tree }
            case .failure(let mistake):
                throw Failure(.malformedValues, source.invalidJSON(at: mistake.line))
            }
        }
        throw Failure(
            .inputEmpty, "\(name) is empty; it should hold an object such as {\"Name\": \"Ada\"}, or {} for no values.")
    }

    /// The key of a profile among the values.
    static let profileKey = "profile"

    /// Returns the profile if a member is one, not a value of a field "profile".
    private static func profile(_ member: JSONObject.Member) throws(Failure) -> Profile? {
        guard member.key == profileKey, let object = member.value.object, !member.value.isPortableText,
            !object.members.contains(where: { valueKeys.contains($0.key) })
        else { return nil }
        var entries: [ValueEntry] = []
        for member in object.members { entries.append(try entry(key: member.key, member.value, folder: nil)) }
        return try Profile(entries)
    }

    /// The keys of a value written as an object.
    private static let valueKeys: Set = ["value", "image", "source", "verbatim", "fontSize", "color"]

    /// Returns the rows of a table if a value is a list of objects.
    ///
    /// A null row is empty.
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

    /// Reads a picture.
    ///
    /// Errors name only the key, since the path is part of the value.
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
