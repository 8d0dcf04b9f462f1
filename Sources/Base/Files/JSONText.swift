package import Foundation

/// The format of all JSON that Formwright writes: sorted keys, unescaped slashes, ISO 8601 dates, and a newline at the
/// end.
package enum JSONText {
    /// Encodes a value with indented lines, for human readers.
    package static func encode(_ value: some Encodable) throws -> Data {
        try encode(value, .prettyPrinted)
    }

    /// Encodes a value as one line of JSON Lines.
    package static func line(_ value: some Encodable) throws -> Data {
        try encode(value, [])
    }

    private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        var text = try encoder.encode(value)
        text.append(UInt8(ascii: "\n"))
        return text
    }
}
