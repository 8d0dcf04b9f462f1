import FormModel

/// The space above a stretch of a rule: up to the next rule above, and between the walls that end on it.
///
/// An open blank is one too: a cell without walls, whose ceiling is far away or missing.
struct Cell {
    /// The rule that the cell ends in.
    let floor: Rule
    let region: Region
    let edges: Candidate.Edges
    /// The x positions of short vertical lines that reach up from the floor without dividing the cell.
    let ticks: [Double]
    /// What is printed in the cell and leaves no room for a value: text, boxes and signs.
    let print: [Region]

    /// The minimum height in points of a space to write in.
    static let leastHeight = 6.2
    /// The minimum width in points of a space to write in.
    static let leastWidth = 9.0

    /// Whether printed lines bound the cell on all sides.
    var isClosed: Bool { edges.left && edges.right && edges.top }

    /// Returns whether print stands on the floor, beside the value: there is no room for a line of its size under it.
    ///
    /// In a low cell the value is written after the caption, however small that is.
    func stands(_ print: Region) -> Bool {
        region.bottom - print.bottom < (region.height < 18.5 ? 8 : min(10, max(5.2, 0.8 * print.height)))
    }

    /// The print on the floor, from left to right.
    var standingPrint: [Region] { print.filter(stands).sorted { $0.left < $1.left } }

    /// Returns a candidate for a part of the cell.
    func candidate(_ kind: Candidate.Kind, _ part: Region) -> Candidate {
        var c = Candidate(
            kind: kind, region: part, cell: region, evidence: edges.left || edges.right ? .cell : .rule, edges: edges,
            floor: floor.position)
        c.ticks = ticks.filter { $0 > part.left && $0 < part.right }
        c.floorLength = floor.length
        c.floorThickness = floor.thickness
        return c
    }
}
