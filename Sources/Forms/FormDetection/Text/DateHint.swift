/// Recognises date formats such as "MM / DD / YYYY", which name no field.
enum DateHint {
    /// Returns whether a text consists only of such a hint.
    static func isHint(_ text: String) -> Bool {
        let groups = letterGroups(text)
        guard !groups.isEmpty else { return false }
        return groups.allSatisfy(parts.contains) && !text.contains(where: \.isNumber)
            || Set(groups).isSuperset(of: ["month", "year"])
                && groups.allSatisfy { ["month", "day", "year"].contains($0) }
    }

    /// Separates a caption from the hint in it.
    ///
    /// The hint is returned without spaces: `MM/DD/YYYY`.
    static func split(_ caption: String) -> (caption: String, hint: String?) {
        let words = caption.split(separator: " ").map(String.init)
        guard let first = words.firstIndex(where: isPart) else { return (caption, nil) }
        // The parts may be separated by punctuation: "MM / DD / YYYY".
        let length = words[first...].prefix {
            isPart($0) || letterGroups($0).isEmpty && !$0.contains(where: \.isNumber)
        }
        .count
        let hint = words[first..<first + length]
        guard letterGroups(hint.joined(separator: " ")).count >= 2 else { return (caption, nil) }
        let rest = (words[..<first] + words[(first + length)...]).joined(separator: " ")
        return (rest, written(hint))
    }

    /// Returns the hint in words that consist only of one.
    static func written(_ words: some Collection<String>) -> String {
        let joined = words.joined().filter { !"()[]".contains($0) }
        let groups = letterGroups(words.joined(separator: " ")).map { $0.uppercased() }
        return joined.contains { !$0.isLetter } ? joined : groups.joined(separator: "/")
    }

    private static let parts: Set<String> = ["mm", "dd", "yy", "yyyy"]

    private static func isPart(_ word: String) -> Bool {
        let groups = letterGroups(word)
        return !groups.isEmpty && groups.allSatisfy(parts.contains) && !word.contains(where: \.isNumber)
    }

    private static func letterGroups(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }
}
