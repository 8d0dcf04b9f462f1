package import Geometry

/// Maps between user space of a page and the displayed page.
///
/// User space may have any origin, with y pointing up, in units of `userUnit` points. The displayed page is the CropBox
/// rotated clockwise by `rotation`, with the origin at the top left and y pointing down, in points.
package struct PageGeometry: Sendable, Hashable {
    /// The CropBox within the MediaBox, in units of user space.
    package var left: Double
    package var bottom: Double
    package var right: Double
    package var top: Double
    /// The rotation: 0, 90, 180 or 270 degrees clockwise.
    package var rotation: Int
    /// The number of points per unit of user space.
    package var userUnit: Double

    /// The size of the displayed page.
    package var size: PageSize {
        let width = (right - left) * userUnit
        let height = (top - bottom) * userUnit
        return rotation % 180 == 0
            ? PageSize(width: width, height: height) : PageSize(width: height, height: width)
    }

    /// Returns the region on the displayed page of a rectangle in user space.
    package func displayed(x1: Double, y1: Double, x2: Double, y2: Double) -> Region {
        let a = displayed(x: x1, y: y1)
        let b = displayed(x: x2, y: y2)
        return Region(left: a.x, top: a.y, right: b.x, bottom: b.y)
    }

    private func displayed(x: Double, y: Double) -> (x: Double, y: Double) {
        let (dx, dy) =
            switch rotation {
            case 90: (y - bottom, x - left)
            case 180: (right - x, y - bottom)
            case 270: (top - y, right - x)
            default: (x - left, top - y)
            }
        return (dx * userUnit, dy * userUnit)
    }

    /// Returns the user space rectangle `[x1 y1 x2 y2]` of a displayed region.
    func userSpace(_ region: Region) -> [Double] {
        let box = PDFMatrix(placement)?.box(
            x1: region.left, y1: size.height - region.bottom, x2: region.right, y2: size.height - region.top)
        guard let box else { return [0, 0, 0, 0] }
        return [box.x1, box.y1, box.x2, box.y2]
    }

    /// The PDF matrix from the displayed page to user space, as six numbers.
    ///
    /// The numbers are `[a b c d e f]`. The displayed page is in points with the origin at the bottom left.
    var placement: [Double] {
        let s = 1 / userUnit
        return switch rotation {
        case 90: [0, s, -s, 0, right, bottom]
        case 180: [-s, 0, 0, -s, right, top]
        case 270: [0, -s, s, 0, left, top]
        default: [s, 0, 0, s, left, bottom]
        }
    }
}

extension PDFFile {
    /// Returns the geometry of a page, counted from 0.
    package func geometry(ofPage index: Int) throws(QPDFError) -> PageGeometry {
        geometry(of: try page(index))
    }

    package func geometry(of page: PDFObject) -> PageGeometry {
        // Like other readers, falls back to US Letter if the box is missing or invalid.
        let media = Self.box(page.inherited("/MediaBox")) ?? (0, 0, 612, 792)
        var box = media
        if let crop = Self.box(page.inherited("/CropBox")) {
            let inside = (max(crop.0, media.0), max(crop.1, media.1), min(crop.2, media.2), min(crop.3, media.3))
            if inside.2 > inside.0, inside.3 > inside.1 { box = inside }
        }
        let turn = (page.inherited("/Rotate").integer ?? 0) % 360
        let unit = page["/UserUnit"].number ?? 1
        return PageGeometry(
            left: box.0, bottom: box.1, right: box.2, top: box.3, rotation: (turn + 360) % 360 / 90 * 90,
            userUnit: unit > 0 ? unit : 1)
    }

    private static func box(_ object: PDFObject) -> (Double, Double, Double, Double)? {
        let n = object.items.compactMap(\.number)
        guard n.count == 4 else { return nil }
        let box = (min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3]))
        return box.2 > box.0 && box.3 > box.1 ? box : nil
    }
}
