package import FormModel

extension GrayImage {
    /// The brightness of ink, as a share of the paper's.
    private static let inkLevel = 0.75
    /// Minimum share of ink in a row or column of a rule.
    ///
    /// Strokes of letters have less.
    private static let leastInk = 0.9
    /// The share of each side in which rules are cut off.
    private static let edge = 0.3

    /// Returns a picture of a word without the rules beside it, in a frame.
    ///
    /// The frame is as bright as the paper around the word.
    ///
    /// - Parameter margin: the width of the frame in pixels.
    /// - Returns: the picture with its frame.
    package func framed(by margin: Int) -> GrayImage {
        guard width > 0, height > 0 else { return self }
        // At least a tenth of a word's surroundings is paper.
        let paper = pixels.sorted()[pixels.count * 9 / 10]
        let ink = UInt8(Double(paper) * Self.inkLevel)
        let rows = Self.within(height) { row in
            Double((0..<width).count { self[$0, row] < ink }) >= Self.leastInk * Double(width)
        }
        let columns = Self.within(width) { column in
            Double((0..<height).count { self[column, $0] < ink }) >= Self.leastInk * Double(height)
        }
        let (wide, high) = (columns.count + 2 * margin, rows.count + 2 * margin)
        var result = GrayImage(width: wide, height: high, pixels: [UInt8](repeating: paper, count: wide * high))
        for row in rows {
            for column in columns {
                result[column - columns.lowerBound + margin, row - rows.lowerBound + margin] = self[column, row]
            }
        }
        return result
    }

    /// Returns the rows or columns between the rules at both edges.
    private static func within(_ count: Int, isRule: (Int) -> Bool) -> Range<Int> {
        let edge = Int(Double(count) * edge)
        let first = (0..<edge).last(where: isRule).map { $0 + 1 } ?? 0
        let last = (count - edge..<count).first(where: isRule) ?? count
        return first..<last
    }
}
