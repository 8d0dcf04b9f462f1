/// A block of a Markdown document with the emphasis of its words.
package struct MarkdownBlock: Hashable, Sendable {
    /// The kind of a block.
    package enum Kind: Hashable, Sendable {
        case paragraph
        /// A heading of a level from 1 to 6.
        case heading(Int)
        /// The first block of a list item with its bullet or number.
        case item(marker: String)
        /// Lines of code.
        case code
        /// A table with the cells of each row, and the alignment of each column.
        ///
        /// The first row has the headings.
        case table([[[MarkdownSpan]]], [Alignment])
    }

    /// The alignment of a column.
    package enum Alignment: Hashable, Sendable {
        case start, center, end
    }

    package var kind: Kind
    /// The number of surrounding lists.
    package var depth: Int
    /// Whether the block is part of a quotation.
    package var isQuoted: Bool
    /// The words; empty for a table.
    package var spans: [MarkdownSpan]
}

/// Words of a block in one style.
package struct MarkdownSpan: Hashable, Sendable {
    package var text: String
    package var isStrong = false
    package var isEmphasised = false
    package var isCode = false
}
