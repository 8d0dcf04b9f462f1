/// The stable name of something that can go wrong, in snake case, such as `disk_full`.
///
/// Each module declares its codes as static members, with a row for each in a list that goes into an ``ErrorTable``.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name as programs see it.
    public let rawValue: String

    /// Takes any name: codes also come from other processes and from stores that newer versions have written.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same as ``init(rawValue:)``, for declarations.
    public init(_ name: String) {
        rawValue = name
    }

    public var description: String { rawValue }
}
