/// The stable name of a kind of failure, in snake case, such as `disk_full`.
///
/// Each module declares its codes as static members and lists a row for each of them, for use in an ``ErrorTable``.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name as programs see it.
    public let rawValue: String

    /// Creates a code from any name, since codes also come from other processes and from stores that newer versions
    /// have written.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a code in a declaration; the same as ``init(rawValue:)``.
    public init(_ name: String) {
        rawValue = name
    }

    /// The name.
    public var description: String { rawValue }
}
