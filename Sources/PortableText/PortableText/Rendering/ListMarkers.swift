/// The markers of list items in PDF and plain text.
package enum ListMarkers {
    private static let bullets = ["•", "◦", "▪"]

    /// Returns the marker of an item.
    ///
    /// - Parameters:
    ///   - style: the style of its list.
    ///   - depth: the number of enclosing lists.
    ///   - number: the 1-based number of the item.
    /// - Returns: a bullet or a number, without a space.
    package static func marker(style: String, depth: Int, number: Int) -> String {
        style == ListStyle.number ? "\(number)." : bullets[depth % bullets.count]
    }
}
