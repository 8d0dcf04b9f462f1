import Foundation

/// Small shifts of parts of a page that no plane has.
///
/// Paper is curved, or drawn in unevenly by a scanner.
///
/// The shifts of marks are averaged around the nodes of a grid.
struct LocalCorrection: Sendable, Hashable {
    /// The distance of nodes in points.
    private static let side = 40.0
    /// The distance in points over which shifts are averaged.
    private static let reach = 45.0
    /// The weight of no shift, in marks.
    private static let inertia = 3.0

    private var columns = 0
    private var rows = 0
    private var shifts: [Place] = []

    /// Creates no correction.
    init() {}

    /// Creates the correction by the shifts at places of a page.
    init(_ shifts: [(at: Place, by: Place)], width: Double, height: Double) {
        guard width > 0, height > 0, !shifts.isEmpty else { return }
        columns = Int((width / Self.side).rounded(.up)) + 1
        rows = Int((height / Self.side).rounded(.up)) + 1
        self.shifts = [Place](repeating: Place(0, 0), count: columns * rows)
        let grid = PlaceGrid(shifts.map(\.at))
        for y in 0..<rows {
            for x in 0..<columns {
                let node = Place(Double(x) * Self.side, Double(y) * Self.side)
                var sum = Place(0, 0)
                var weights = Self.inertia
                for i in grid.nearest(to: node, count: 40, within: 2.5 * Self.reach) {
                    let d = shifts[Int(i)].at - node
                    let weight = exp(-(d.x * d.x + d.y * d.y) / (2 * Self.reach * Self.reach))
                    sum += shifts[Int(i)].by * weight
                    weights += weight
                }
                self.shifts[y * columns + x] = sum / weights
            }
        }
    }

    /// Returns the shift at a place, between the nodes around it.
    func callAsFunction(_ p: Place) -> Place {
        guard columns > 1, rows > 1, p.x.isFinite, p.y.isFinite else { return Place(0, 0) }
        let x = min(Double(columns - 1) - 1e-9, max(0, p.x / Self.side))
        let y = min(Double(rows - 1) - 1e-9, max(0, p.y / Self.side))
        let (i, j) = (Int(x), Int(y))
        let (u, v) = (x - Double(i), y - Double(j))
        let at = j * columns + i
        let above = shifts[at] * (1 - u) + shifts[at + 1] * u
        let below = shifts[at + columns] * (1 - u) + shifts[at + columns + 1] * u
        return above * (1 - v) + below * v
    }
}
