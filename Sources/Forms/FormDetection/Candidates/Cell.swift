import FormModel

/// The space above a stretch of a rule.
///
/// It extends to the next rule above, between the walls that end on its own rule. An open blank is a cell too, without
/// walls, and with a ceiling that is far away or missing.
struct Cell {
    /// The rule at the bottom of the cell.
    let floor: Rule
    let region: Region
    let edges: Candidate.Edges
    /// The x positions of short vertical lines that do not divide the cell.
    let ticks: [Double]
    /// The text, boxes and signs in the cell that leave no room for a value.
    let print: [Region]

    /// Minimum height in points of a writing space.
    static let leastHeight = 6.2
    /// Minimum width in points of a writing space.
    static let leastWidth = 9.0

    /// Whether printed lines bound the cell on all sides.
    var isClosed: Bool { edges.left && edges.right && edges.top }

    /// Returns whether print stands on the floor, with no room for a line below it.
    ///
    /// In a low cell the value is written after the caption, however small the caption is.
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
        c.floorPitch = floor.pitch
        return c
    }
}
