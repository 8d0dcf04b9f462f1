/// A cell with a value, as a sheet stores it.
struct StoredCell: Sendable {
    /// What the content of a cell means.
    enum Kind: UInt8, Sendable {
        /// The bit pattern of a number.
        case number
        /// The bit pattern of the number of a day or time in ISO notation.
        case day
        /// The number of a shared text.
        case shared
        /// The start and the length of a text in the sheet's bytes.
        case text
        /// 1 for yes, 0 for no.
        case boolean
        /// The name of an error, as a text.
        case error
        /// A formula without a stored result.
        case formula
    }

    /// The column, from 1.
    let column: UInt16
    let style: UInt16
    let kind: Kind
    let content: UInt64
}

/// The cells of a sheet row by row, without those that have no value.
struct StoredCells: Sendable {
    /// A row with a value.
    struct Row: Sendable {
        /// The number, from 1.
        let number: Int
        let isHidden: Bool
        /// The places of its cells.
        var cells: Range<Int>
    }

    var rows: [Row] = []
    var cells: [StoredCell] = []
    /// The texts that are not shared.
    var bytes: [UInt8] = []
    /// The cells that are merged with those below them.
    ///
    /// Each has the first cell, and the last row.
    var merges: [(first: CellReference, lastRow: Int)] = []

    /// Returns the row with a number, or the place where it would be.
    func place(ofRow number: Int) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the text of a cell that holds one.
    func text(of cell: StoredCell) -> String {
        let (start, count) = (Int(cell.content >> 32), Int(cell.content & 0xFFFF_FFFF))
        return String(decoding: bytes[start..<start + count], as: UTF8.self)
    }
}
