import Foundation
import FormModel
import PageRectification

/// A photo of a form on a table, drawn by a pinhole camera.
struct DrawnPhoto {
    /// What lies under the sheet.
    enum Table: String, CaseIterable {
        case plain, checked, boards
        /// Askew squares, of which half are as bright as the sheet.
        case chessboard

        /// The colour at a place in points from the sheet's centre.
        func color(_ x: Double, _ y: Double) -> SIMD3<Double> {
            switch self {
            case .plain: SIMD3(96, 92, 88)
            case .checked:
                Int((x / 90).rounded(.down)) + Int((y / 90).rounded(.down)) & 1 == 0
                    ? SIMD3(205, 200, 190) : SIMD3(150, 40, 40)
            case .chessboard:
                Int(((x * 0.9 - y * 0.44) / 60).rounded(.down)) + Int(((x * 0.44 + y * 0.9) / 60).rounded(.down)) & 1
                    == 0
                    ? SIMD3(232, 230, 224) : SIMD3(40, 60, 40)
            case .boards: SIMD3(120, 78, 45) * (0.8 + 0.2 * sin(x / 9 + sin(y / 70)))
            }
        }
    }

    var size = PageSize(width: 612, height: 792)
    var table = Table.plain
    /// The angles in degrees between the camera and the sheet's normal, about both of its axes.
    var tilt = (x: 0.0, y: 0.0)
    /// The rotation of the camera about its axis.
    var roll = 0.0
    /// The focal length over the picture's diagonal.
    var focal = 0.7
    /// The share of the picture that the sheet's height is seen in, when not tilted.
    var share = 0.8
    /// The place of the sheet's centre, over the picture's width and height.
    var centre = (x: 0.5, y: 0.5)
    /// The share of light at a place of the picture from 0 to 1.
    var light: @Sendable (_ x: Double, _ y: Double) -> Double = { _, _ in 1 }
    var pixels = (width: 600, height: 800)
    /// Whether the lower right part of the sheet has a tint with white boxes instead of a stamp.
    var hasTint = false

    /// The colour of the sheet at a place in points: rows of words, a frame and a red stamp.
    func paper(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let white = SIMD3(236.0, 234, 228)
        let (left, top, right, bottom) = (40.0, 40.0, size.width - 40, size.height - 40)
        if hasTint, x > 400, x < 560, y > 300, y < 700 {
            return x > 420 && x < 540 && y.truncatingRemainder(dividingBy: 40) < 20 ? white : white * 0.88
        }
        if hypot(x - 420, y - 600) < 40 { return SIMD3(200, 30, 40) }
        guard x > left, x < right, y > top, y < bottom else { return white }
        if x < left + 2 || x > right - 2 || y < top + 2 || y > bottom - 2 { return SIMD3(40, 40, 40) }
        let isLetter = y.truncatingRemainder(dividingBy: 24) < 8 && x.truncatingRemainder(dividingBy: 9) < 5
        return isLetter && x < 380 && y > 100 ? SIMD3(50, 50, 55) : white
    }

    /// The matrix from points on the sheet's plane, with its centre as origin, to pixels.
    private var matrix: [[Double]] {
        let (a, b, c) = (tilt.x * .pi / 180, tilt.y * .pi / 180, roll * .pi / 180)
        // About x, then y, then the camera's axis.
        let across = [cos(c) * cos(b), sin(c) * cos(b), -sin(b)]
        let down = [
            cos(c) * sin(b) * sin(a) - sin(c) * cos(a), sin(c) * sin(b) * sin(a) + cos(c) * cos(a), cos(b) * sin(a),
        ]
        let diagonal = hypot(Double(pixels.width), Double(pixels.height))
        let f = focal * diagonal
        let distance = f * size.height / (share * Double(pixels.height))
        let shift = [
            (centre.x - 0.5) * Double(pixels.width) * distance / f,
            (centre.y - 0.5) * Double(pixels.height) * distance / f, distance,
        ]
        func row(_ i: Int) -> [Double] { [across[i], down[i], shift[i]] }
        let (middleX, middleY) = (Double(pixels.width) / 2, Double(pixels.height) / 2)
        return [
            zip(row(0), row(2)).map { f * $0 + middleX * $1 }, zip(row(1), row(2)).map { f * $0 + middleY * $1 },
            row(2),
        ]
    }

    /// The corners of the sheet in pixels, clockwise from its top left one.
    var corners: [Point] {
        let (w, h) = (size.width / 2, size.height / 2)
        return [(-w, -h), (w, -h), (w, h), (-w, h)].map { x, y in
            let p = matrix.map { $0[0] * x + $0[1] * y + $0[2] }
            return Point(x: p[0] / p[2] - 0.5, y: p[1] / p[2] - 0.5)
        }
    }

    /// Draws the photo, with four samples for each pixel.
    var picture: ColorPicture {
        let m = matrix
        func minor(_ r: Int, _ c: Int) -> Double {
            let (i, j, k, l) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3)
            return m[i][k] * m[j][l] - m[i][l] * m[j][k]
        }
        let inverse = (0..<3).map { r in (0..<3).map { c in minor(c, r) } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.width * pixels.height * 3)
        // Noise that is the same in every run.
        var state: UInt32 = 1
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                var color = SIMD3(0.0, 0, 0)
                for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                    let p = inverse.map { $0[0] * (Double(x) + dx) + $0[1] * (Double(y) + dy) + $0[2] }
                    let (u, v) = (p[0] / p[2], p[1] / p[2])
                    let isPaper = abs(u) < size.width / 2 && abs(v) < size.height / 2
                    color += (isPaper ? paper(u + size.width / 2, v + size.height / 2) : table.color(u, v)) / 4
                }
                color *= light(Double(x) / Double(pixels.width), Double(y) / Double(pixels.height))
                state = state &* 1_664_525 &+ 1_013_904_223
                let noise = Double(state >> 24) / 255 * 8 - 4
                for channel in 0..<3 { bytes.append(UInt8(min(255, max(0, color[channel] + noise)))) }
            }
        }
        return ColorPicture(width: pixels.width, height: pixels.height, pixels: bytes)
    }

    /// Returns the largest distance of found corners from the true ones, over the sheet's width in the picture.
    func error(_ found: FoundSheet) -> Double {
        let width = hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y)
        let distances = (0..<4).map { first in
            zip(found.corners.startingAt(first).corners, corners).map { hypot($0.x - $1.x, $0.y - $1.y) }.max()
                ?? .infinity
        }
        return (distances.min() ?? .infinity) / width
    }
}
