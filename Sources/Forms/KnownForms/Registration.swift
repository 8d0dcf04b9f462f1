package import FormModel
import Foundation
import PageRectification

/// How the page of a template lies on a page that shows the same form.
///
/// A projective transformation and small local shifts take places of the template's page to the page seen.
package struct Registration: Sendable, Hashable {
    let plane: Homography
    let correction: LocalCorrection
    private let inverse: Homography
    let template: Straightening
    package let seen: Straightening
    /// The number of marks that lie where the template has them.
    package let inliers: Int
    /// The number of marks of the template's page.
    package let marks: Int
    /// The mean distance in points of those marks from where the template has them.
    package let residual: Double

    init?(
        plane: Homography, correction: LocalCorrection, template: Straightening, seen: Straightening,
        inliers: Int, marks: Int, residual: Double
    ) {
        guard let inverse = plane.inverse, Self.isPlausible(plane, template.size, seen.size) else { return nil }
        self.plane = plane
        self.correction = correction
        self.inverse = inverse
        self.template = template
        self.seen = seen
        self.inliers = inliers
        self.marks = marks
        self.residual = residual
    }

    /// Returns whether a page comes to lie near another one.
    ///
    /// It must also have no horizon.
    private static func isPlausible(_ plane: Homography, _ from: PageSize, _ to: PageSize) -> Bool {
        let farthest = 4 * max(to.width, to.height)
        return Region(x: 0, y: 0, width: from.width, height: from.height).corners.allSatisfy { corner in
            let place = plane(corner)
            let w = plane.values[6] * corner.x + plane.values[7] * corner.y + plane.values[8]
            return w > 0 && abs(place.x) <= farthest && abs(place.y) <= farthest
        }
    }

    /// Returns the bounds of a template's rectangle on the page seen, both straightened.
    func movedBounds(of region: Region) -> Region { Region(around: region.corners.map(moved)) }

    /// Returns a template's place on the page seen, both straightened.
    func moved(_ p: Place) -> Place { plane(p) + correction(p) }

    /// Returns a place of the page seen on the template, both straightened.
    func movedBack(_ q: Place) -> Place {
        var p = inverse(q)
        // The correction is small and changes slowly, so that few steps suffice.
        for _ in 0..<2 { p = inverse(q - correction(p)) }
        return p
    }

    /// Returns a template's place on the page seen, both as displayed.
    package func place(_ p: Place) -> Place { seen.displayed(moved(template.straightened(p))) }

    /// Returns a place of the page seen on the template, both as displayed.
    package func placeInTemplate(_ q: Place) -> Place { template.displayed(movedBack(seen.straightened(q))) }

    /// Returns the bounds of a template's rectangle on the page seen, as displayed.
    ///
    /// Both are the bounds of what is a rectangle on the straightened page.
    package func region(_ r: Region) -> Region {
        let upright = template.upright(r)
        return seen.bounds(of: upright.corners.map(moved))
    }

    /// Returns the bounds on the template of a rectangle seen, as displayed.
    package func regionInTemplate(_ r: Region) -> Region {
        let upright = seen.upright(r)
        return template.bounds(of: upright.corners.map(movedBack))
    }

    /// The clockwise skew of the template's lines on the displayed page, in degrees.
    ///
    /// It is what `PageFields.skew` has for a detected page: less than half a quarter turn.
    package var skew: Double {
        let centre = Place(template.size.width / 2, template.size.height / 2)
        let (a, b) = (seen.displayed(moved(centre - Place(100, 0))), seen.displayed(moved(centre + Place(100, 0))))
        let degrees = atan2(b.y - a.y, b.x - a.x) * 180 / .pi
        return degrees - (degrees / 90).rounded() * 90
    }

    /// Returns the quarter turns, clockwise, of the template's lines on the displayed page seen.
    package var turns: Int {
        let centre = Place(template.size.width / 2, template.size.height / 2)
        let (a, b) = (place(centre - Place(50, 0)), place(centre + Place(50, 0)))
        return (Int((atan2(b.y - a.y, b.x - a.x) / (.pi / 2)).rounded()) + 4) & 3
    }
}

extension Region {
    /// The corners, clockwise from the top left.
    var corners: [Place] { [Place(left, top), Place(right, top), Place(right, bottom), Place(left, bottom)] }

    /// Creates the bounds of places.
    init(around places: [Place]) {
        guard var (low, high) = places.first.map({ ($0, $0) }) else {
            self.init(left: 0, top: 0, right: 0, bottom: 0)
            return
        }
        for place in places.dropFirst() {
            low = pointwiseMin(low, place)
            high = pointwiseMax(high, place)
        }
        self.init(left: low.x, top: low.y, right: high.x, bottom: high.y)
    }
}

extension Straightening {
    /// Returns the straightened rectangle with the given bounds as displayed.
    func upright(_ r: Region) -> Region {
        let centre = straightened(Place(r.midX, r.midY))
        let (width, height) = turns % 2 == 1 ? (r.height, r.width) : (r.width, r.height)
        let angle = abs(skew) * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let determinant = c * c - s * s
        // The bounds of a rectangle w by h, skewed, are w c + h s by w s + h c.
        let w = max(0, (width * c - height * s) / determinant)
        let h = max(0, (height * c - width * s) / determinant)
        return Region(x: centre.x - w / 2, y: centre.y - h / 2, width: w, height: h)
    }

    /// Returns the bounds on the displayed page of places on the straightened one.
    func bounds(of places: [Place]) -> Region {
        Region(around: places.map(displayed))
    }
}
