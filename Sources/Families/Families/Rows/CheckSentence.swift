/// Builds the sentences that explain a check.
enum CheckSentence {
    /// Returns a permitted text length, such as `20 to 10,000 characters`.
    static func characters(_ range: ClosedRange<Int>) -> String {
        let most = "\(inDigits(range.upperBound)) characters"
        return range.lowerBound == 0 ? "at most \(most)" : "\(inDigits(range.lowerBound)) to \(most)"
    }

    /// Returns alternatives as text, such as `a, b or c`.
    static func choice(of words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func inDigits(_ number: Int) -> String {
        guard number >= 1000 else { return "\(number)" }
        let rest = "\(number % 1000)"
        return inDigits(number / 1000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
