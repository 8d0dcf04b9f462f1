/// A size in whole pixels.
struct PixelSize: Hashable, Sendable {
    var width: Int
    var height: Int

    /// The size with the same proportions whose longer side has at most this number of pixels, and the shorter at least
    /// one; the same size if that is so already.
    func fitting(_ longerSide: Int) -> PixelSize {
        let longest = max(width, height)
        guard longest > longerSide else { return self }
        func scaled(_ side: Int) -> Int {
            max(1, Int((Double(side) * Double(longerSide) / Double(longest)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}
