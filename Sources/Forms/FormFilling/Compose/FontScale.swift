/// A scale of font sizes, so that a document uses few of them.
enum FontScale {
    /// The steps in points, from largest to smallest.
    private static let steps: [Double] = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

    /// Returns the largest step not above a size.
    ///
    /// Sizes above the largest step are rounded down to half points.
    static func step(notAbove size: Double) -> Double {
        if size > steps[0] { return (size * 2).rounded(.down) / 2 }
        return steps.first { $0 <= size + 0.01 } ?? size
    }

    /// Returns the sizes to try for a text, from `largest` to `smallest` inclusive.
    static func sizes(from largest: Double, to smallest: Double) -> [Double] {
        guard largest > smallest else { return [largest] }
        var sizes = [largest]
        // A form can request any size; above the steps, each try is a tenth smaller.
        var size = largest
        while size * 0.9 > steps[0] {
            size *= 0.9
            sizes.append(step(notAbove: size))
        }
        sizes += steps.filter { $0 < largest - 0.01 && $0 > smallest + 0.01 }
        return sizes.filter { $0 > smallest } + [smallest]
    }
}
