/// A size in bytes, as in the limits of memory and files in `pipeline.yaml`.
public struct ByteCount: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    /// The number of bytes, never negative.
    public let bytes: Int64

    /// Creates a size; traps if `bytes` is negative.
    public init(bytes: Int64) {
        precondition(bytes >= 0, "a number of bytes is not negative")
        self.bytes = bytes
    }

    /// Returns a size of `count` mebibytes (1024 × 1024 bytes each).
    public static func mebibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count << 20) }

    /// Parses a number with a unit; `nil` for anything else, including negative numbers.
    ///
    /// The units are B, KiB, MiB, GiB (powers of 1024) and kB, MB, GB (powers of 1000).
    public init?(text: String) {
        let unit = text.filter(\.isLetter)
        guard let size = Self.units.first(where: { $0.unit == unit })?.bytes, text.hasSuffix(unit),
            let number = Double(text.dropLast(unit.count)), number.isFinite, number >= 0,
            number * Double(size) < 1e18
        else { return nil }
        bytes = Int64((number * Double(size)).rounded())
    }

    /// The text form in `pipeline.yaml`, with the largest unit that leaves no fraction.
    public var text: String {
        let fitting = Self.units.filter { bytes != 0 && bytes % $0.bytes == 0 }.max { $0.bytes < $1.bytes }
        return fitting.map { "\(bytes / $0.bytes)\($0.unit)" } ?? "0B"
    }

    /// The same as ``text``.
    public var description: String { text }

    /// Compares the numbers of bytes.
    public static func < (a: ByteCount, b: ByteCount) -> Bool { a.bytes < b.bytes }

    /// Decodes a size from a whole number of bytes; a negative number becomes 0.
    public init(from decoder: any Decoder) throws {
        bytes = max(0, try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Encodes the size as a whole number of bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bytes)
    }

    private static let units: [(unit: String, bytes: Int64)] = [
        ("B", 1), ("kB", 1000), ("KiB", 1 << 10), ("MB", 1_000_000), ("MiB", 1 << 20), ("GB", 1_000_000_000),
        ("GiB", 1 << 30),
    ]
}
