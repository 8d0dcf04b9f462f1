/// What a page prints about a field besides its label.
///
/// People who read the page refer to a field by these texts as well: by the caption that a tooltip hides, by its row
/// and column in a table, by the number of its line.
public struct PrintedNames: Sendable, Hashable, Codable {
    /// The caption beside the field, or the text of a box's option, if the label is a tooltip that says something else.
    public var caption: String?
    /// The question over a box or in front of it.
    public var question: String?
    /// The text at the left end of the field's row.
    public var row: String?
    /// The text at the head of the field's column.
    public var column: String?
    /// The number of the line or item, as printed beside the field or in front of its row: `15c`.
    public var number: String?
    /// Other text close to the field: in its row, above, below and in it.
    public var nearby: String?

    /// Creates names; all are optional.
    public init(
        caption: String? = nil, question: String? = nil, row: String? = nil, column: String? = nil,
        number: String? = nil, nearby: String? = nil
    ) {
        self.caption = caption
        self.question = question
        self.row = row
        self.column = column
        self.number = number
        self.nearby = nearby
    }

    /// Whether the page prints nothing besides the label.
    package var isEmpty: Bool { self == PrintedNames() }
}
