/// A block of a marked-up text with the emphasis of its words.
package struct RichBlock: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case paragraph, heading, item, code, table
    }

    /// The alignment of a column.
    package enum Alignment: String, Hashable, Sendable, Codable {
        case start, center, end
    }

    package var kind: Kind
    /// The level of a heading, or the number of lists around another block.
    package var level: Int
    /// The bullet or number of an item.
    package var marker: String?
    /// Whether the block is part of a quotation.
    package var isQuoted: Bool
    /// The words; empty for a table.
    package var spans: [RichSpan]
    /// The cells of a table by rows; the first row has the headings.
    package var rows: [[[RichSpan]]]?
    /// The alignment of each column of a table; nil if all begin at the start.
    package var alignments: [Alignment]?

    /// Creates a block.
    package init(
        _ kind: Kind, level: Int = 0, marker: String? = nil, isQuoted: Bool = false, spans: [RichSpan],
        rows: [[[RichSpan]]]? = nil, alignments: [Alignment]? = nil
    ) {
        self.kind = kind
        self.level = level
        self.marker = marker
        self.isQuoted = isQuoted
        self.spans = spans
        self.rows = rows
        self.alignments = alignments?.contains { $0 != .start } == true ? alignments : nil
    }

    /// Returns the alignment of a column of a table.
    package func alignment(of column: Int) -> Alignment {
        guard let alignments, alignments.indices.contains(column) else { return .start }
        return alignments[column]
    }

    /// The words without their emphasis.
    package var text: String { spans.map(\.text).joined() }
}

/// Words in one style.
package struct RichSpan: Hashable, Sendable, Codable {
    package var text: String
    package var isStrong: Bool
    package var isEmphasised: Bool
    package var isCode: Bool

    /// Creates a span; control characters are left out.
    package init(_ text: String, isStrong: Bool = false, isEmphasised: Bool = false, isCode: Bool = false) {
        self.text = text.withoutControls
        self.isStrong = isStrong
        self.isEmphasised = isEmphasised
        self.isCode = isCode
    }
}
