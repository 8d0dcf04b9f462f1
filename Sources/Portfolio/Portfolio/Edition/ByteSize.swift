/// Parses sizes as people write them, such as `10MB`.
package enum ByteSize {
    /// Parses a size in bytes with an optional unit.
    ///
    /// The units are `B`, `kB`, `MB` and `GB`, which are powers of 1,000, and `KiB`, `MiB` and `GiB`, which are powers
    /// of 1,024, in any case. A number without a unit counts bytes.
    ///
    /// - Returns: The size in bytes, rounded down; `nil` if malformed.
    package static func parse(_ text: String) -> Int64? {
        let text = text.asLine
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = String(text.dropFirst(number.count)).asLine.lowercased()
        let factor: Int64
        switch unit {
        case "", "b", "byte", "bytes": factor = 1
        case "k", "kb": factor = 1_000
        case "m", "mb": factor = 1_000_000
        case "g", "gb": factor = 1_000_000_000
        case "kib": factor = 1 << 10
        case "mib": factor = 1 << 20
        case "gib": factor = 1 << 30
        default: return nil
        }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, !first.isEmpty, number.count <= 16,
            parts.last?.isEmpty == false,
            let value = Double(number)
        else { return nil }
        let bytes = (value * Double(factor)).rounded(.down)
        return bytes < 9e18 ? Int64(bytes) : nil
    }
}
