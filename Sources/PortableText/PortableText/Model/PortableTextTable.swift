/// The grid of a block of type `table`.
public struct PortableTextTable: Hashable, Sendable {
    /// The rows from top to bottom, possibly with different numbers of cells.
    public var rows: [Row]
    /// The number of header rows, which are repeated on each page.
    ///
    /// In JSON it is `headerRows`, with a default of 1 if there are several rows.
    public var headerRows: Int

    /// A row of cells.
    public struct Row: Hashable, Sendable {
        /// The cells in reading order.
        public var cells: [Cell]

        /// Creates a row.
        public init(cells: [Cell]) {
            self.cells = cells
        }
    }

    /// A cell with blocks; in JSON a text, a block, or a list of blocks.
    public struct Cell: Hashable, Sendable {
        /// The content.
        public var blocks: [PortableTextBlock]

        /// Creates a cell.
        public init(blocks: [PortableTextBlock]) {
            self.blocks = blocks
        }
    }

    /// Creates a table.
    public init(rows: [Row], headerRows: Int = 1) {
        self.rows = rows
        self.headerRows = headerRows
    }

    /// The number of columns: that of the longest row.
    public var columnCount: Int { rows.map(\.cells.count).max() ?? 0 }
}
