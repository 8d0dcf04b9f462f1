/// A size in whole pixels.
struct PixelSize: Hashable, Sendable {
    var width: Int
    var height: Int

    /// Returns the size scaled down to a maximum longer side.
    ///
    /// The shorter side is at least one pixel. A smaller size is unchanged.
    func fitting(_ longerSide: Int) -> PixelSize {
        let longest = max(width, height)
        guard longest > longerSide else { return self }
        func scaled(_ side: Int) -> Int {
            max(1, Int((Double(side) * Double(longerSide) / Double(longest)).rounded()))
        }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}
