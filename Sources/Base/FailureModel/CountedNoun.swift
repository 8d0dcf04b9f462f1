extension Int {
    /// Returns the number with what it counts: "1 row", "2 rows".
    ///
    /// - Parameters:
    ///   - one: what is counted, in the singular.
    ///   - many: the plural; nil if it only has an "s" more.
    /// - Returns: the text.
    package func counted(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}
