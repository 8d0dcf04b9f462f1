/// The sizes that text is set in, so that a document has few of them.
enum FontScale {
    /// The steps in points, from the largest to the smallest.
    private static let steps: [Double] = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

    /// Returns the largest step that is not above `size`; sizes above the largest step are cut to half points.
    static func step(notAbove size: Double) -> Double {
        if size > steps[0] { return (size * 2).rounded(.down) / 2 }
        return steps.first { $0 <= size + 0.01 } ?? size
    }

    /// Returns the sizes to try for a text, from `largest` to `smallest`, which are always among them.
    static func sizes(from largest: Double, to smallest: Double) -> [Double] {
        guard largest > smallest else { return [largest] }
        var sizes = [largest]
        // A form can ask for any size; above the steps, a tenth less is tried each time.
        var size = largest
        while size * 0.9 > steps[0] {
            size *= 0.9
            sizes.append(step(notAbove: size))
        }
        sizes += steps.filter { $0 < largest - 0.01 && $0 > smallest + 0.01 }
        return sizes.filter { $0 > smallest } + [smallest]
    }
}
