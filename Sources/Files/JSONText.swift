package import Foundation

/// How everything that Formwright writes as JSON looks: keys sorted, slashes plain, dates as in ISO 8601, a newline at the
/// end.
package enum JSONText {
    /// For people: lines indented.
    package static func encode(_ value: some Encodable) throws -> Data {
        try encode(value, .prettyPrinted)
    }

    /// One line of JSON Lines.
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
