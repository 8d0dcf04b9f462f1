package import Foundation

/// The format of all JSON that Formwright writes.
///
/// Keys are sorted, slashes are not escaped, and dates are in ISO 8601.
///
/// The same value has the same bytes.
package enum JSONText {
    /// Encodes a value with indented lines and a newline at the end, for human readers.
    package static func encode(_ value: some Encodable) throws -> Data {
        try encode(value, .prettyPrinted) + newline
    }

    /// Encodes a value as one line of JSON Lines, with a newline at the end.
    package static func line(_ value: some Encodable) throws -> Data {
        try compact(value) + newline
    }

    /// Encodes a value without a newline.
    package static func compact(_ value: some Encodable) throws -> Data {
        try encode(value, [])
    }

    private static let newline = Data("\n".utf8)

    private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }
}
