/// Places the edges of a sheet exactly, in a larger picture.
struct SheetRefiner {
    private let plane: Plane

    /// The long side of the picture that is measured, in pixels.
    private static let longSide = 1_600
    /// The distances in pixels to search for an edge, round by round.
    private static let reaches = [9, 4]
    /// The number of places on each side at which the edge is measured.
    private static let places = 80
    /// Minimum difference of levels on an edge.
    private static let leastContrast = 10.0
    /// Minimum share of the places at which an edge is found.
    private static let leastShare = 0.25

    init(_ picture: ColorPicture) {
        plane = Plane(picture, longSide: Self.longSide)
    }

    /// Returns the sheet with its sides on the strongest edges near them.
    func refined(_ sheet: Quadrilateral) -> Quadrilateral {
        var current = sheet.scaled(byX: 1 / plane.scale.x, y: 1 / plane.scale.y)
        for reach in Self.reaches {
            let lines = (0..<4).map { side(from: current.corners[$0], to: current.corners[($0 + 1) & 3], reach: reach) }
            let corners = (0..<4).compactMap { Self.intersection(lines[($0 + 3) & 3], lines[$0]) }
            guard let next = Quadrilateral(corners) else { break }
            current = next
        }
        return current.scaled(byX: plane.scale.x, y: plane.scale.y)
    }

    /// Returns two points of the line along an edge.
    private func side(from a: Point, to b: Point, reach: Int) -> (Point, Point) {
        let along = (b - a) * (1 / max(1, (b - a).length))
        // The inside is on the right as displayed.
        let inward = Point(x: -along.y, y: along.x)
        var found: [(t: Double, distance: Double, weight: Double)] = []
        let length = (b - a).length
        for i in 0..<Self.places {
            // Not at the corners, where two edges meet.
            let t = length * (0.03 + 0.94 * (Double(i) + 0.5) / Double(Self.places))
            guard let edge = edge(at: a + along * t, along: along, inward: inward, reach: reach) else { continue }
            found.append((t, edge.distance, edge.contrast))
        }
        guard Double(found.count) >= Self.leastShare * Double(Self.places) else { return (a, b) }
        guard let (start, slope) = Self.line(through: found) else { return (a, b) }
        return (a + inward * start, b + inward * (start + slope * length))
    }

    /// Returns the distance of the strongest edge from a point, and its contrast.
    private func edge(at p: Point, along: Point, inward: Point, reach: Int) -> (distance: Double, contrast: Double)? {
        // Means of five pixels along the edge.
        let profile = (-reach - 2...reach + 2).map { step -> Double? in
            var sum = 0.0
            for k in -2...2 {
                guard let level = level(at: p + inward * Double(step) + along * Double(k)) else { return nil }
                sum += level
            }
            return sum / 5
        }
        var best: (index: Int, contrast: Double)?
        var contrasts = [Double](repeating: 0, count: profile.count)
        for i in 2..<profile.count - 2 {
            guard let inner = profile[i + 1], let next = profile[i + 2], let outer = profile[i - 1],
                let last = profile[i - 2]
            else { continue }
            contrasts[i] = (inner + next - outer - last) / 2
            if contrasts[i] >= Self.leastContrast, contrasts[i] > best?.contrast ?? 0 { best = (i, contrasts[i]) }
        }
        guard let best else { return nil }
        // The vertex of the parabola through the maximum and its neighbours.
        let (before, after) = (contrasts[best.index - 1], contrasts[best.index + 1])
        let curvature = before - 2 * best.contrast + after
        let shift = curvature < 0 ? min(0.5, max(-0.5, (before - after) / (2 * curvature))) : 0
        return (Double(best.index - reach - 2) + shift, best.contrast)
    }

    /// Returns the level between pixels, by linear interpolation.
    private func level(at p: Point) -> Double? {
        guard p.x >= 0, p.y >= 0, p.x < Double(plane.width - 1), p.y < Double(plane.height - 1) else { return nil }
        let (x, y) = (Int(p.x), Int(p.y))
        let (dx, dy) = (p.x - Double(x), p.y - Double(y))
        func at(_ x: Int, _ y: Int) -> Double { Double(plane.levels[y * plane.width + x]) }
        return (at(x, y) * (1 - dx) + at(x + 1, y) * dx) * (1 - dy)
            + (at(x, y + 1) * (1 - dx) + at(x + 1, y + 1) * dx) * dy
    }

    /// Returns the line through most of the places.
    ///
    /// It has a distance at the first corner and a slope.
    private static func line(
        through places: [(t: Double, distance: Double, weight: Double)]
    ) -> (start: Double, slope: Double)? {
        // The pair of places whose line has the most others near it.
        var best: (start: Double, slope: Double, votes: Double)?
        let step = max(1, places.count / 20)
        for i in stride(from: 0, to: places.count, by: step) {
            for j in stride(from: i + step, to: places.count, by: step) {
                let (a, b) = (places[i], places[j])
                let slope = (b.distance - a.distance) / (b.t - a.t)
                let start = a.distance - slope * a.t
                var votes = 0.0
                for place in places {
                    let miss = abs(place.distance - start - slope * place.t)
                    if miss < 1.5 { votes += 1 - miss / 1.5 }
                }
                if votes > best?.votes ?? 0 { best = (start, slope, votes) }
            }
        }
        guard var line = best else { return nil }
        for _ in 0..<3 {
            var (n, st, sd, stt, std) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for place in places {
                let miss = abs(place.distance - line.start - line.slope * place.t)
                guard miss < 2 else { continue }
                let weight = 1 - miss / 2
                n += weight
                st += weight * place.t
                sd += weight * place.distance
                stt += weight * place.t * place.t
                std += weight * place.t * place.distance
            }
            let determinant = n * stt - st * st
            guard determinant > 1e-6 else { break }
            line.slope = (n * std - st * sd) / determinant
            line.start = (sd - line.slope * st) / n
        }
        return (line.start, line.slope)
    }

    private static func intersection(_ a: (Point, Point), _ b: (Point, Point)) -> Point? {
        let (u, v) = (a.1 - a.0, b.1 - b.0)
        let determinant = u.cross(v)
        guard abs(determinant) > 1e-6 else { return nil }
        return a.0 + u * ((b.0 - a.0).cross(v) / determinant)
    }
}
