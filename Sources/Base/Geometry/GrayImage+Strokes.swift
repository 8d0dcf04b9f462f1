extension GrayImage {
    /// Returns whether the ink at a pixel is short in both directions.
    ///
    /// It is in letters, and not in rules.
    ///
    /// - Parameters:
    ///   - index: the place of the pixel in `pixels`, whose ink is not checked.
    ///   - level: the brightness below which a pixel is ink.
    ///   - longest: maximum length in pixels, across and down.
    /// - Returns: whether it is.
    package func isInShortStroke(_ index: Int, below level: UInt8, longest: Int) -> Bool {
        let (row, column) = index.quotientAndRemainder(dividingBy: width)
        func length(_ step: Int, _ count: Int) -> Int {
            var length = 0
            while length < count, length <= longest, pixels[index + (length + 1) * step] < level { length += 1 }
            return length
        }
        return length(1, width - 1 - column) + length(-1, column) < longest
            && length(width, height - 1 - row) + length(-width, row) < longest
    }
}
