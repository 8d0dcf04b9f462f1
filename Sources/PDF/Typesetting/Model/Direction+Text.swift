import Cairo

extension Direction {
    /// Creates the direction of a text's first strong character, or `nil`.
    package init?(of text: String) {
        guard let direction = TextDirection(of: text) else { return nil }
        self.init(direction)
    }
}
