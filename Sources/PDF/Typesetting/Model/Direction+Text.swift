import Cairo

extension Direction {
    /// The direction of a text: that of its first strong character; nil if it has none.
    package init?(of text: String) {
        guard let direction = TextDirection(of: text) else { return nil }
        self.init(direction)
    }
}
