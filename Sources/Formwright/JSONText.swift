public import Foundation

/// How everything that Formwright writes as JSON looks: keys sorted, lines indented, slashes plain, a newline at the end.
public enum JSONText {
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}
