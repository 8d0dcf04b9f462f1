package import Geometry

/// Maps a page's own coordinates to the page as displayed.
///
/// The file's user space may have its origin anywhere, with y pointing up, in units of `userUnit` points. The displayed
/// page is the CropBox rotated clockwise by `rotation`, with its origin top left and y pointing down, in points.
package struct PageGeometry: Sendable, Hashable {
    /// The CropBox within the MediaBox, in user space units.
    package var left: Double
    package var bottom: Double
    package var right: Double
    package var top: Double
    /// 0, 90, 180 or 270 degrees clockwise.
    package var rotation: Int
    /// The number of points in a unit of user space.
    package var userUnit: Double

    /// The size of the displayed page.
    package var size: PageSize {
        let width = (right - left) * userUnit
        let height = (top - bottom) * userUnit
        return rotation % 180 == 0
            ? PageSize(width: width, height: height) : PageSize(width: height, height: width)
    }

    /// The region of the displayed page that a rectangle in user space covers.
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

    /// The rectangle in user space, `[x1 y1 x2 y2]`, that covers a region of the displayed page.
    func userSpace(_ region: Region) -> [Double] {
        let box = PDFMatrix(placement)?.box(
            x1: region.left, y1: size.height - region.bottom, x2: region.right, y2: size.height - region.top)
        guard let box else { return [0, 0, 0, 0] }
        return [box.x1, box.y1, box.x2, box.y2]
    }

    /// The PDF matrix `[a b c d e f]` that maps a page drawn at the displayed size, in points with its origin bottom
    /// left, to user space.
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
    /// The geometry of a page, counted from 0.
    package func geometry(ofPage index: Int) throws(QPDFError) -> PageGeometry {
        geometry(of: try page(index))
    }

    package func geometry(of page: PDFObject) -> PageGeometry {
        // Like other readers, falls back on US Letter if the box is missing or invalid.
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
