/// A size as people write it, such as `10MB`.
package enum ByteSize {
    /// Parses a size: a number and `B`, `kB`, `MB` or `GB`, which are powers of 1,000, or `KiB`, `MiB` or `GiB`, which are
    /// powers of 1,024, in any case; a number alone is of bytes.
    ///
    /// - Returns: Bytes, rounded down; nil for anything else.
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
