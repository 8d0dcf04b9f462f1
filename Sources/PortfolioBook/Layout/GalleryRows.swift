/// Breaks the pictures of a gallery into rows, in order.
///
/// Rows that are full are as wide as the page, with equal gaps; breaks are those with the least sum of squared
/// deviations of the rows' heights from the one wanted.
package struct GalleryRows {
    /// Width divided by height of each picture.
    package let aspects: [Double]
    /// The pictures that have a row alone.
    package let alone: Set<Int>
    package let width: Double
    package let gap: Double
    /// The height that is wanted.
    package let target: Double

    /// The heights that a row may have, as multiples of the one wanted.
    package static let bounds = 0.6...1.6
    /// The height beyond which the last row is not stretched to the full width, as a multiple of the one wanted.
    private static let stretchedLast = 1.25
    /// The cost of a row whose height is out of bounds, which only a very wide picture cannot help.
    private static let forbidden = 1e9

    /// Creates the rows of a gallery; lengths are in points.
    package init(aspects: [Double], alone: Set<Int>, width: Double, gap: Double, target: Double) {
        self.aspects = aspects
        self.alone = alone
        self.width = width
        self.gap = gap
        self.target = target
    }

    /// Pictures of one height side by side.
    package struct Row: Hashable {
        package var pictures: Range<Int>
        package var height: Double
    }

    /// The rows with the least cost.
    package var rows: [Row] {
        let count = aspects.count
        guard count > 0 else { return [] }
        var least = [Double](repeating: .infinity, count: count + 1)
        var start = [Int](repeating: 0, count: count + 1)
        least[0] = 0
        for end in 1...count {
            var sum = 0.0
            for first in stride(from: end - 1, through: 0, by: -1) {
                sum += aspects[first]
                // Beyond this, rows only get lower.
                if end - first > 1, fullHeight(sum, end - first) < target * Self.bounds.lowerBound { break }
                if end - first > 1, (first..<end).contains(where: alone.contains) { break }
                let own = least[first] + cost(of: first..<end, sum: sum)
                if own < least[end] { (least[end], start[end]) = (own, first) }
            }
        }
        var rows: [Row] = []
        var end = count
        while end > 0 {
            let pictures = start[end]..<end
            rows.append(
                Row(pictures: pictures, height: height(of: pictures, sum: aspects[pictures].reduce(0, +))))
            end = pictures.lowerBound
        }
        return rows.reversed()
    }

    /// The height at which pictures fill the width.
    private func fullHeight(_ sum: Double, _ count: Int) -> Double {
        (width - Double(count - 1) * gap) / max(sum, 0.001)
    }

    /// The height of a row.
    private func height(of pictures: Range<Int>, sum: Double) -> Double {
        let full = fullHeight(sum, pictures.count)
        if full <= target * Self.bounds.upperBound {
            let isLast = pictures.upperBound == aspects.count && pictures.lowerBound > 0
            return isLast && full > target * Self.stretchedLast && pictures.count > 1 ? target : full
        }
        if pictures.count == 1, alone.contains(pictures.lowerBound) { return target * Self.bounds.upperBound }
        return pictures.upperBound == aspects.count && pictures.lowerBound > 0
            ? target : target * Self.bounds.upperBound
    }

    private func cost(of pictures: Range<Int>, sum: Double) -> Double {
        let height = height(of: pictures, sum: sum)
        if height < target * Self.bounds.lowerBound - 0.01 { return Self.forbidden }
        let deviation = height - target
        let used = (sum * height + Double(pictures.count - 1) * gap) / width
        if pictures.count == 1, alone.contains(pictures.lowerBound) { return 0 }
        // What stays empty beside a row counts as a deviation too, but less at the end of the gallery.
        let empty = max(0, 1 - used) * target * (pictures.upperBound == aspects.count ? 0.6 : 3)
        return deviation * deviation + empty * empty
    }
}
