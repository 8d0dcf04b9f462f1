import Foundation

/// Finds the straight lines along the edges of a picture (Hough transform).
struct EdgeLineFinder {
    private let picture: EdgePicture
    /// The lines, those with the most votes first.
    private let peaks: [Peak]

    /// The number of directions in a full turn.
    private static let directions = 720
    /// Maximum number of directions between an edge and its line.
    private static let doubt = 6
    /// Maximum strength that counts.
    ///
    /// A black object must not outweigh paper on a gray table.
    private static let mostStrength = 0.1
    /// Maximum number of lines for each side of the sheet.
    private let linesPerSide: Int
    /// Maximum number of lines that are measured for each side.
    private static let measuredPerSide = 64
    /// Maximum distance in pixels of an edge from its line.
    private static let distance = 2.5

    /// Finds the lines of a picture.
    ///
    /// - Parameters:
    ///   - picture: the picture.
    ///   - leastLength: minimum length of a line, as a share of the picture's shorter side.
    ///   - linesPerSide: maximum number of lines for each side of the sheet.
    init(_ picture: EdgePicture, leastLength: Float = 0.08, linesPerSide: Int = 16) {
        self.picture = picture
        self.linesPerSide = linesPerSide
        peaks = Self.peaks(of: picture, leastLength: leastLength)
    }

    /// Returns lines for the upper, right, lower and left side of a turned sheet.
    ///
    /// The angle is clockwise.
    func sides(turned degrees: Double) -> [[EdgeLine]] {
        (0..<4).map { side in
            // The bright side of the upper edge is below it, at 90 degrees from the x axis.
            let middle = 90 + 90 * Double(side) + degrees
            let own = peaks.filter {
                var difference = ($0.degrees - middle).truncatingRemainder(dividingBy: 360)
                if difference > 180 { difference -= 360 }
                if difference < -180 { difference += 360 }
                return abs(difference) <= 45
            }
            // The lines of a pattern have many votes, but their bright side changes from piece to piece.
            return own.prefix(Self.measuredPerSide).map(line).sorted { $0.longest > $1.longest }
                .prefix(linesPerSide).map(\.self)
        }
    }

    private struct Peak {
        var degrees: Double
        var offset: Double
        var votes: Float
    }

    private static func centre(of picture: EdgePicture) -> Point {
        Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
    }

    /// Returns the local maxima of the accumulator, most votes first.
    private static func peaks(of picture: EdgePicture, leastLength: Float) -> [Peak] {
        let centre = centre(of: picture)
        let reach = Int(centre.length) + 2
        let width = 2 * reach + 1
        let step = 2 * Double.pi / Double(Self.directions)
        let normals = (0..<Self.directions).map { Point(x: cos(Double($0) * step), y: sin(Double($0) * step)) }
        var votes = [Float](repeating: 0, count: Self.directions * width)
        for edge in picture.edges {
            let place = edge.place - centre
            let direction = Int((atan2(edge.direction.y, edge.direction.x) / step).rounded())
            let weight = Float(min(Self.mostStrength, edge.strength))
            for k in direction - Self.doubt...direction + Self.doubt {
                let index = (k + 2 * Self.directions) % Self.directions
                let offset = place.dot(normals[index]) + Double(reach)
                let (whole, rest) = (Int(offset), Float(offset - offset.rounded(.down)))
                votes[index * width + whole] += weight * (1 - rest)
                votes[index * width + whole + 1] += weight * rest
            }
        }
        var peaks: [Peak] = []
        let least = Float(Self.mostStrength) * leastLength * Float(min(picture.width, picture.height))
        for direction in 0..<Self.directions {
            for offset in 4..<width - 4 {
                let own = votes[direction * width + offset]
                guard own >= least else { continue }
                var isPeak = true
                search: for k in -5...5 {
                    let row = (direction + k + Self.directions) % Self.directions * width
                    for l in -4...4 where k != 0 || l != 0 {
                        let other = votes[row + offset + l]
                        // Of equal places the first one counts.
                        if other > own || (other == own && (k < 0 || (k == 0 && l < 0))) {
                            isPeak = false
                            break search
                        }
                    }
                }
                if isPeak {
                    peaks.append(
                        Peak(
                            degrees: Double(direction) * 360 / Double(Self.directions),
                            offset: Double(offset - reach), votes: own))
                }
            }
        }
        return peaks.sorted { ($0.votes, $1.degrees, $1.offset) > ($1.votes, $0.degrees, $0.offset) }
    }

    /// Returns the line through the edges near a peak, by least squares.
    private func line(_ peak: Peak) -> EdgeLine {
        var normal = Point(x: cos(peak.degrees * .pi / 180), y: sin(peak.degrees * .pi / 180))
        var offset = peak.offset + Self.centre(of: picture).dot(normal)
        for _ in 0..<2 {
            var (sum, mean): (Double, Point) = (0, Point(x: 0, y: 0))
            var members: [(Point, Double)] = []
            for edge in picture.edges
            where abs(edge.place.dot(normal) - offset) <= Self.distance && edge.direction.dot(normal) > 0.96 {
                let weight = min(Self.mostStrength, edge.strength)
                members.append((edge.place, weight))
                sum += weight
                mean = mean + edge.place * weight
            }
            guard members.count >= 10 else { break }
            mean = mean * (1 / sum)
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for (place, weight) in members {
                let d = place - mean
                xx += weight * d.x * d.x
                xy += weight * d.x * d.y
                yy += weight * d.y * d.y
            }
            // The direction of the least spread.
            let angle = 0.5 * atan2(2 * xy, xx - yy) + .pi / 2
            var fitted = Point(x: cos(angle), y: sin(angle))
            if fitted.dot(normal) < 0 { fitted = fitted * -1 }
            guard fitted.dot(normal) > 0.99 else { break }
            normal = fitted
            offset = mean.dot(normal)
        }
        return EdgeLine(normal: normal, offset: offset, in: picture)
    }
}
