import FormModel

/// How the text of a page lies on it.
enum TextTurn {
    /// Minimum number of characters that tell how the text lies.
    static let leastCharacters = 20

    /// Returns the clockwise quarter turns of most characters; 0 without a majority.
    static func turns(of words: [Word]) -> Int {
        var counts = [0, 0, 0, 0]
        for word in words where word.text.unicodeScalars.allSatisfy(\.isLeftToRight) {
            guard let first = word.characters.first, let last = word.characters.last else { continue }
            let (dx, dy) = (last.midX - first.midX, last.midY - first.midY)
            // A single character, or several in one place, have no direction.
            guard max(abs(dx), abs(dy)) > 1 else { continue }
            counts[abs(dx) >= abs(dy) ? (dx > 0 ? 0 : 2) : (dy > 0 ? 1 : 3)] += word.characters.count
        }
        let total = counts.reduce(0, +)
        guard total >= leastCharacters else { return 0 }
        return counts.firstIndex { 2 * $0 > total } ?? 0
    }
}

extension Unicode.Scalar {
    /// Whether a word with this character is not written from right to left.
    fileprivate var isLeftToRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: false
        default: true
        }
    }
}
