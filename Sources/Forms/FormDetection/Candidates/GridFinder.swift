import FormModel

/// Finds the grids of a page, and the place of a region in them.
struct GridFinder {
    /// The grids of at least two cells.
    let grids: [Grid]

    init(_ cells: [Cell]) {
        let closed = cells.filter { $0.edges.top && ($0.edges.left || $0.edges.right) }
            .sorted { ($0.region.top, $0.region.left) < ($1.region.top, $1.region.left) }
        var group = Array(closed.indices)
        func root(_ i: Int) -> Int {
            var i = i
            while group[i] != i { i = group[i] }
            return i
        }
        for i in closed.indices {
            for j in closed.indices.dropFirst(i + 1) {
                // Cells are sorted by their tops: none of the following can adjoin.
                if closed[j].region.top > closed[i].region.bottom + Grid.widestLine { break }
                guard Self.adjoin(closed[i].region, closed[j].region) else { continue }
                let (a, b) = (root(i), root(j))
                if a != b { group[max(a, b)] = min(a, b) }
            }
        }
        var members: [Int: [Grid.Cell]] = [:]
        for i in closed.indices {
            let cell = Grid.Cell(region: closed[i].region, isPrinted: !closed[i].print.isEmpty)
            members[root(i), default: []].append(cell)
        }
        let joined = members.filter { $0.value.count >= 2 }.sorted { $0.key < $1.key }
        grids = joined.map { Grid($0.value) }
    }

    private static func adjoin(_ a: Region, _ b: Region) -> Bool {
        let line = Grid.widestLine
        if a.verticalOverlap(b) > 3, abs(a.right - b.left) < line || abs(b.right - a.left) < line { return true }
        return a.horizontalOverlap(b) > 3 && (abs(a.bottom - b.top) < line || abs(b.bottom - a.top) < line)
    }

    /// Returns the place of the cell around a region.
    ///
    /// That is the cell itself, or else the smallest that contains the region's centre.
    func place(of region: Region) -> Grid.Place? {
        var best: Grid.Place?
        var smallest = Double.infinity
        for (number, grid) in grids.enumerated() {
            for (index, cell) in grid.cells.enumerated()
            where cell.region.contains(x: region.midX, y: region.midY) {
                let area = cell.region == region ? 0 : cell.region.area
                guard area < smallest else { continue }
                smallest = area
                best = Grid.Place(grid: number, cell: index, row: cell.row, column: cell.column)
            }
        }
        return best
    }
}
