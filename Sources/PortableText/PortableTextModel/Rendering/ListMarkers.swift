/// What stands before the text of list items, in PDF and in plain text.
package enum ListMarkers {
    private static let bullets = ["•", "◦", "▪"]

    /// Returns the marker of an item.
    ///
    /// - Parameters:
    ///   - style: the style of its list.
    ///   - depth: the number of lists around that list.
    ///   - number: the number of the item, from 1.
    /// - Returns: a bullet or a number, without a space.
    package static func marker(style: String, depth: Int, number: Int) -> String {
        style == ListStyle.number ? "\(number)." : bullets[depth % bullets.count]
    }
}
