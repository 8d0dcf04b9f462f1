import FormModel

/// Points in square cells, for finding those near a place.
struct PlaceGrid {
    /// The side of a cell in points.
    private static let side = 36.0
    /// The distance in points from the origin beyond which there is nothing.
    private static let farthest = 1e6

    private let points: [Place]
    private let columns: Int
    private let rows: Int
    private let origin: Place
    private let starts: [Int32]
    private let members: [Int32]

    init(_ points: [Place]) {
        self.points = points
        let low = points.reduce(Place(.infinity, .infinity)) { Place(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = points.reduce(Place(-.infinity, -.infinity)) { Place(max($0.x, $1.x), max($0.y, $1.y)) }
        origin = points.isEmpty ? Place(0, 0) : low
        columns = points.isEmpty ? 1 : min(2_000, Int((high.x - low.x) / Self.side) + 1)
        rows = points.isEmpty ? 1 : min(2_000, Int((high.y - low.y) / Self.side) + 1)
        var counts = [Int32](repeating: 0, count: columns * rows + 1)
        var cells = [Int](repeating: 0, count: points.count)
        for (i, p) in points.enumerated() {
            let x = min(columns - 1, Int((p.x - origin.x) / Self.side))
            let y = min(rows - 1, Int((p.y - origin.y) / Self.side))
            cells[i] = y * columns + x
            counts[cells[i] + 1] += 1
        }
        for k in 1..<counts.count { counts[k] += counts[k - 1] }
        starts = counts
        var next = counts
        var members = [Int32](repeating: 0, count: points.count)
        for i in points.indices {
            members[Int(next[cells[i]])] = Int32(i)
            next[cells[i]] += 1
        }
        self.members = members
    }

    /// Returns up to `count` points, nearest first, within a distance.
    func nearest(to place: Place, count: Int, within farthest: Double) -> [Int32] {
        // A transformation may take a place to infinity.
        guard abs(place.x) < Self.farthest, abs(place.y) < Self.farthest else { return [] }
        let cx = Int(((place.x - origin.x) / Self.side).rounded(.down))
        let cy = Int(((place.y - origin.y) / Self.side).rounded(.down))
        let most = Int((farthest / Self.side).rounded(.up))
        var found: [(distance: Double, index: Int32)] = []
        found.reserveCapacity(count + 1)
        var limit = farthest * farthest
        for ring in 0...most {
            // Cells of this ring are at least so far away.
            let least = Double(max(0, ring - 1)) * Self.side
            if found.count >= count, least * least > found[count - 1].distance { break }
            for y in cy - ring...cy + ring where y >= 0 && y < rows {
                let isEdge = y == cy - ring || y == cy + ring
                let step = isEdge || ring == 0 ? 1 : 2 * ring
                for x in Swift.stride(from: cx - ring, through: cx + ring, by: step) where x >= 0 && x < columns {
                    let cell = y * columns + x
                    for k in Int(starts[cell])..<Int(starts[cell + 1]) {
                        let d = points[Int(members[k])] - place
                        let distance = d.x * d.x + d.y * d.y
                        guard distance <= limit else { continue }
                        var at = found.count
                        while at > 0, found[at - 1].distance > distance { at -= 1 }
                        found.insert((distance, members[k]), at: at)
                        if found.count > count { found.removeLast() }
                        if found.count == count { limit = min(limit, found[count - 1].distance) }
                    }
                }
            }
        }
        return found.map(\.index)
    }
}
