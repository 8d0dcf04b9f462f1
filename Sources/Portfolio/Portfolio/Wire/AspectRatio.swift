/// Formats the ratio of width to height in small whole numbers, such as `3:2`.
package enum AspectRatio {
    /// Returns the ratio, exactly if both numbers are at most 32.
    ///
    /// Otherwise it is the first ratio within 0.5 %.
    package static func text(width: Int, height: Int) -> String {
        let (width, height) = (max(1, width), max(1, height))
        let divisor = greatestCommonDivisor(width, height)
        if max(width, height) / divisor <= 32 { return "\(width / divisor):\(height / divisor)" }
        let (long, short) = (Double(max(width, height)), Double(min(width, height)))
        let ratio = long / short
        for denominator in 1...64 {
            let numerator = (ratio * Double(denominator)).rounded()
            guard abs(numerator / Double(denominator) - ratio) <= 0.005 * ratio else { continue }
            let number = Int(numerator)
            return width >= height ? "\(number):\(denominator)" : "\(denominator):\(number)"
        }
        return "\(width / divisor):\(height / divisor)"
    }

    private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }
}
