package import Foundation

/// JSON with sorted keys: the same value has the same bytes.
package enum CanonicalJSON {
    /// Encodes a value as one line.
    ///
    /// - Throws: What the value's `encode(to:)` throws; values of this module throw nothing.
    package static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
