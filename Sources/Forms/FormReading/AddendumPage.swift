import FormFilling
import FormModel

/// A page added by a fill for values that do not fit.
struct AddendumPage {
    /// A line of words, from left to right.
    struct Line {
        var words: [Word]

        var text: String { words.map(\.text).joined(separator: " ") }
        var top: Double { words.map(\.region.top).min() ?? 0 }
        var bottom: Double { words.map(\.region.bottom).max() ?? 0 }
        var right: Double { words.last?.region.right ?? 0 }
        var fontSize: Double { words.map(\.fontSize).max() ?? 0 }
    }

    /// The number of the page, from 1.
    let number: Int
    /// The number of all added pages.
    let count: Int
    /// The lines above the foot, from top to bottom.
    let lines: [Line]
    /// Whether text recognition read the words.
    let isRecognised: Bool

    /// Reads a page; nil unless its foot is that of an added page.
    init?(_ words: [Word], isRecognised: Bool) {
        var lines = Self.lines(of: words.filter { !$0.text.isEmpty })
        guard let foot = lines.popLast(), let numbers = Self.numbers(inFoot: foot.text) else { return nil }
        (number, count) = numbers
        self.lines = lines
        self.isRecognised = isRecognised
    }

    private static func numbers(inFoot text: String) -> (Int, Int)? {
        let (before, between) = AddendumWords.foot
        guard text.hasPrefix(before) else { return nil }
        let numbers = text.dropFirst(before.count).split(separator: between).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
        return (number, count)
    }

    private static func lines(of words: [Word]) -> [Line] {
        var lines: [Line] = []
        for word in words.sorted(by: { $0.region.midY < $1.region.midY }) {
            if let last = lines.last?.words.last,
                word.region.midY - last.region.midY < 0.5 * max(word.region.height, last.region.height)
            {
                lines[lines.count - 1].words.append(word)
            } else {
                lines.append(Line(words: [word]))
            }
        }
        for index in lines.indices { lines[index].words.sort { $0.region.left < $1.region.left } }
        return lines
    }
}
