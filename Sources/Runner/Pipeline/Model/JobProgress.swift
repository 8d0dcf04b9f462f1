/// The progress of a running job, such as page 3 of 12.
public struct JobProgress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number of finished parts, from 0 to ``total``.
    public let completed: Int
    /// The number of parts.
    public let total: Int
    /// The name of a part, such as `page`; never text from a document.
    public let unit: String?

    /// Creates a progress report.
    ///
    /// Numbers are clamped to their range, and a unit of more than 23 bytes is truncated, so that every report fits
    /// into one message of a child process.
    public init(completed: Int, total: Int, unit: String? = nil) {
        self.total = max(0, total)
        self.completed = min(max(0, completed), self.total)
        self.unit = unit.map { unit in
            var cut = unit
            while cut.utf8.count > Self.longestUnit { cut.removeLast() }
            return cut
        }
    }

    /// The maximum length of a unit in bytes of UTF-8.
    package static let longestUnit = 23

    /// Text such as `page 3 of 12`.
    public var description: String { (unit.map { "\($0) " } ?? "") + "\(completed) of \(total)" }
}
