extension Collection where Element: StringProtocol {
    /// Returns the first texts and the number of further ones: `"a", "b" and 3 more`.
    package func listed(_ most: Int) -> String {
        let shown = prefix(most).joined(separator: ", ")
        return count > most ? "\(shown) and \(count - most) more" : shown
    }
}
