/// How far a running job has come, such as page 3 of 12.
public struct JobProgress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// How many parts are done; from 0 to ``total``.
    public let completed: Int
    /// How many there are.
    public let total: Int
    /// What a part is called, such as `page`; never anything that a document says.
    public let unit: String?

    /// Numbers are brought into their range, and a unit of more than 23 bytes is cut, so that every report fits into one
    /// message of a child process.
    public init(completed: Int, total: Int, unit: String? = nil) {
        self.total = max(0, total)
        self.completed = min(max(0, completed), self.total)
        self.unit = unit.map { unit in
            var cut = unit
            while cut.utf8.count > Self.longestUnit { cut.removeLast() }
            return cut
        }
    }

    /// In bytes of UTF-8.
    package static let longestUnit = 23

    public var description: String { (unit.map { "\($0) " } ?? "") + "\(completed) of \(total)" }
}
