import FormModel

/// Adjoining cells of a page: a table, or a frame divided into cells.
///
/// Rows and columns are counted from the top left. A merged cell belongs to the row of its bottom and to the column of
/// its left side.
struct Grid {
    struct Cell {
        let region: Region
        let isPrinted: Bool
        fileprivate(set) var row = 0
        fileprivate(set) var column = 0
        /// The number of its right side among those of the grid.
        fileprivate var end = 0

        init(region: Region, isPrinted: Bool) {
            self.region = region
            self.isPrinted = isPrinted
        }
    }

    /// The place of a cell among the grids of a page.
    struct Place {
        var grid: Int
        var cell: Int
        var row: Int
        var column: Int
    }

    private struct Column: Hashable {
        var start: Int
        var end: Int
    }

    /// The number of cells, and of those with print.
    private struct Count {
        var all = 0
        var printed = 0
        var share: Double { all > 0 ? Double(printed) / Double(all) : -1 }

        mutating func add(_ cell: Cell) {
            all += 1
            if cell.isPrinted { printed += 1 }
        }
    }

    private(set) var cells: [Cell]
    let rowCount: Int
    let columnCount: Int
    private var all = Count()
    private var rows: [Count]
    private var columns: [Column: Count] = [:]
    /// Whether the leftmost cell of each row is printed.
    private var isRowHeadPrinted: [Bool]

    /// Maximum distance in points between sides of adjoining cells, such as those of double lines.
    static let widestLine = 4.0
    /// Maximum difference in points between sides that are numbered alike.
    private static let drift = 2.5
    /// Maximum difference in points between the sides of cells of one size.
    private static let sizeDrift = 3.0

    init(_ cells: [Cell]) {
        let bottoms = Self.clusters(cells.map(\.region.bottom))
        let lefts = Self.clusters(cells.map(\.region.left))
        let rights = Self.clusters(cells.map(\.region.right))
        self.cells = cells
        rowCount = bottoms.count
        columnCount = lefts.count
        rows = [Count](repeating: Count(), count: bottoms.count)
        isRowHeadPrinted = [Bool](repeating: false, count: bottoms.count)
        var heads = [Double](repeating: .infinity, count: bottoms.count)
        for i in cells.indices {
            self.cells[i].row = bottoms.numbers[i]
            self.cells[i].column = lefts.numbers[i]
            self.cells[i].end = rights.numbers[i]
            let cell = self.cells[i]
            all.add(cell)
            rows[cell.row].add(cell)
            columns[Column(start: cell.column, end: cell.end), default: Count()].add(cell)
            if cell.region.left < heads[cell.row] {
                heads[cell.row] = cell.region.left
                isRowHeadPrinted[cell.row] = cell.isPrinted
            }
        }
    }

    /// The printed share of all cells.
    var printedShare: Double { all.share }

    /// Returns the printed share of the cells in a cell's row.
    func printedShareOfRow(_ cell: Cell) -> Double { rows[cell.row].share }

    /// Returns the printed share of the cells with the same left and right side.
    func printedShareOfColumn(_ cell: Cell) -> Double {
        columns[Column(start: cell.column, end: cell.end)]?.share ?? -1
    }

    /// Returns whether the first cell of a cell's row is printed.
    func isHeadOfRowPrinted(_ cell: Cell) -> Bool { isRowHeadPrinted[cell.row] }

    /// Returns whether the topmost cell over a cell is printed.
    func isHeadOfColumnPrinted(_ cell: Cell) -> Bool {
        let r = cell.region
        return cells.filter { $0.region.horizontalOverlap(r) > 0.5 * r.width && $0.region.bottom < r.top + Self.drift }
            .min { $0.region.top < $1.region.top }?.isPrinted ?? false
    }

    /// Returns the share of the blank cells that have the size of a cell.
    func shareOfSize(_ cell: Cell) -> Double {
        let blank = cells.filter { !$0.isPrinted }
        let same = blank.count {
            abs($0.region.width - cell.region.width) < Self.sizeDrift
                && abs($0.region.height - cell.region.height) < Self.sizeDrift
        }
        return blank.isEmpty ? 0 : Double(same) / Double(blank.count)
    }

    /// Numbers positions in their order; positions close to each other have the same number.
    private static func clusters(_ positions: [Double]) -> (numbers: [Int], count: Int) {
        var numbers = [Int](repeating: 0, count: positions.count)
        var number = -1
        var last = -Double.infinity
        for i in positions.indices.sorted(by: { positions[$0] < positions[$1] }) {
            if positions[i] - last > drift { number += 1 }
            last = positions[i]
            numbers[i] = number
        }
        return (numbers, number + 1)
    }
}
