import Hyphenation
import Typesetting

extension [TextRun] {
    /// The runs with soft hyphens in their words.
    ///
    /// Code, which has a background, is left alone.
    func hyphenated(by hyphenator: Hyphenator) -> [TextRun] {
        var result = self
        for place in indices where self[place].picture == nil && self[place].style.background == nil {
            let before = place > startIndex ? self[place - 1].text.last : nil
            let after = place + 1 < endIndex ? self[place + 1].text.first : nil
            result[place].text = hyphenator.hyphenated(self[place].text, after: before, before: after)
        }
        return result
    }
}
