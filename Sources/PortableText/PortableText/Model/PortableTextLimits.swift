/// The limits of a document, enforced while reading.
public struct PortableTextLimits: Hashable, Sendable {
    /// The maximum size of the JSON in bytes.
    public var bytes = 256 << 20
    /// The maximum number of values, lists and objects at all levels.
    public var values = 50_000_000
    /// The maximum nesting depth of lists and objects.
    public var depth = 64
    /// The maximum length of a key or number in bytes.
    public var keyLength = 4096
    /// The maximum number of marks of a span.
    public var marks = 64
    /// The maximum number of consecutive combining marks.
    ///
    /// The time to render them grows with the square of their number.
    public var combiningMarks = 64
    /// The maximum number of columns of a table.
    public var columns = 256
    /// The maximum number of listed problems in lenient mode.
    public var problems = 1_000
    /// The maximum nesting level of lists.
    public var listLevel = 64

    /// Creates the default limits.
    public init() {}
}
