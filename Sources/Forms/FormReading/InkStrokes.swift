import FormModel
import Geometry

/// The pieces of ink in a picture that may be written, such as dashes.
struct InkStrokes {
    /// The pixels of each stroke, as columns and rows.
    private(set) var strokes: [[(column: Int, row: Int)]] = []

    /// Minimum number of pixels of a stroke, and of its longer side; dust has less.
    private static let least = (pixels: 10, side: 6)

    /// Finds the pieces that are darker than a level.
    init(_ picture: GrayImage, darkerThan level: UInt8) {
        var isSeen = [Bool](repeating: false, count: picture.pixels.count)
        for start in picture.pixels.indices where picture.pixels[start] < level && !isSeen[start] {
            isSeen[start] = true
            var open = [start]
            var stroke: [(column: Int, row: Int)] = []
            while let index = open.popLast() {
                let (row, column) = index.quotientAndRemainder(dividingBy: picture.width)
                stroke.append((column, row))
                for y in max(0, row - 1)...min(picture.height - 1, row + 1) {
                    for x in max(0, column - 1)...min(picture.width - 1, column + 1) {
                        let next = y * picture.width + x
                        guard picture.pixels[next] < level, !isSeen[next] else { continue }
                        isSeen[next] = true
                        open.append(next)
                    }
                }
            }
            if Self.isLong(stroke) { strokes.append(stroke) }
        }
    }

    private static func isLong(_ pixels: [(column: Int, row: Int)]) -> Bool {
        guard pixels.count >= least.pixels, let left = pixels.map(\.column).min(),
            let right = pixels.map(\.column).max(), let top = pixels.map(\.row).min(),
            let bottom = pixels.map(\.row).max()
        else { return false }
        return max(right - left, bottom - top) + 1 >= least.side
    }
}
