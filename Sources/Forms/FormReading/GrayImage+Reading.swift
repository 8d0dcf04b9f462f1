import Geometry

extension GrayImage {
    /// Returns the part with ink in a white margin; nil without ink.
    func cropped(toInkBelow level: UInt8, margin: Int) -> GrayImage? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for row in 0..<height {
            for column in 0..<width where self[column, row] < level {
                (left, right) = (min(left, column), max(right, column + 1))
                (top, bottom) = (min(top, row), max(bottom, row + 1))
            }
        }
        guard left < right else { return nil }
        let (wide, high) = (right - left + 2 * margin, bottom - top + 2 * margin)
        var result = GrayImage(width: wide, height: high, pixels: [UInt8](repeating: 255, count: wide * high))
        // The soft edges of ink are lighter.
        let edge = min(2, margin)
        for row in max(0, top - edge)..<min(height, bottom + edge) {
            for column in max(0, left - edge)..<min(width, right + edge) {
                result[column - left + margin, row - top + margin] = self[column, row]
            }
        }
        return result
    }
}
