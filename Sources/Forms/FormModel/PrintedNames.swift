/// The printed names of a field besides its label.
///
/// People who read the page may also refer to a field by the caption that a tooltip hides, by its row and column in a
/// table, or by the number of its line.
public struct PrintedNames: Sendable, Hashable, Codable {
    /// The printed caption or option, if the label is a different tooltip.
    public var caption: String?
    /// The question above a box or in front of it.
    public var question: String?
    /// The text at the left end of the field's row.
    public var row: String?
    /// The text at the top of the field's column.
    public var column: String?
    /// The number of the line or item, such as `15c`.
    ///
    /// It is printed beside the field or in front of its row.
    public var number: String?
    /// Other text near the field: in its row, above, below and inside it.
    public var nearby: String?
    /// The currency printed beside the field, such as `$` or `EUR`.
    ///
    /// It is not written again with a value.
    public var currency: String?

    /// Creates names; all are optional.
    public init(
        caption: String? = nil, question: String? = nil, row: String? = nil, column: String? = nil,
        number: String? = nil, nearby: String? = nil, currency: String? = nil
    ) {
        self.caption = caption
        self.question = question
        self.row = row
        self.column = column
        self.number = number
        self.nearby = nearby
        self.currency = currency
    }

    /// Whether there are no names.
    package var isEmpty: Bool { self == PrintedNames() }
}
