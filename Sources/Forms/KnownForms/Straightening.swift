package import FormModel
import Foundation

/// How a straightened page lies on the page as displayed: turned by quarters, then skewed.
package struct Straightening: Sendable, Hashable {
    /// The size of the straightened page in points.
    package var size: PageSize
    /// The clockwise quarter turns of the displayed page's content.
    package var turns: Int
    /// The clockwise skew of the displayed page in degrees.
    package var skew: Double

    package init(size: PageSize, turns: Int, skew: Double) {
        self.size = size
        self.turns = turns
        self.skew = skew
    }

    /// Returns the place on the displayed page of a point of the straightened one.
    package func displayed(_ p: Place) -> Place {
        let q = turned(p, by: skew)
        return switch turns {
        case 1: Place(size.height - q.y, q.x)
        case 2: Place(size.width - q.x, size.height - q.y)
        case 3: Place(q.y, size.width - q.x)
        default: q
        }
    }

    /// Returns the place on the straightened page of a point of the displayed one.
    package func straightened(_ p: Place) -> Place {
        let q =
            switch turns {
            case 1: Place(p.y, size.height - p.x)
            case 2: Place(size.width - p.x, size.height - p.y)
            case 3: Place(size.width - p.y, p.x)
            default: p
            }
        return turned(q, by: -skew)
    }

    private func turned(_ p: Place, by degrees: Double) -> Place {
        guard degrees != 0 else { return p }
        let angle = degrees * .pi / 180
        let centre = Place(size.width / 2, size.height / 2)
        let d = p - centre
        return centre + Place(d.x * cos(angle) - d.y * sin(angle), d.x * sin(angle) + d.y * cos(angle))
    }
}

/// A point of a page in points from the top-left corner, y down.
package typealias Place = SIMD2<Double>
