import FormModel

extension PagePrint {
    private static let mostPoints = 20_000.0

    /// Whether all numbers are within their limits, which is checked of a print from outside.
    var isWellFormed: Bool {
        let sides = [size.width, size.height, straightening.size.width, straightening.size.height]
        return sides.allSatisfy { $0 > 0 && $0 <= Self.mostPoints }
            && abs(straightening.skew) <= 45 && (0...3).contains(straightening.turns)
            && ink.scale > 0.001 && ink.scale <= 100
            && InkPicture.isSize(width: ink.width, height: ink.height)
            && marks.count <= MarkFinder.mostMarks && marks.allSatisfy(isInside)
            && words.count <= PrintedWord.mostWords && words.allSatisfy(Self.isWellFormed)
    }

    private func isInside(_ mark: PrintMark) -> Bool {
        mark.left >= 0 && mark.left < mark.right && mark.right <= ink.width
            && mark.top >= 0 && mark.top < mark.bottom && mark.bottom <= ink.height
    }

    private static func isWellFormed(_ word: PrintedWord) -> Bool {
        word.text.utf8.count <= PrintedWord.mostBytes
            && [word.region.x, word.region.y, word.region.width, word.region.height].allSatisfy {
                abs($0) <= mostPoints
            }
    }
}
