extension Int {
    /// Returns the number with its noun, such as "1 row" or "2 rows".
    ///
    /// - Parameters:
    ///   - one: the singular.
    ///   - many: the plural; `nil` for the singular with an "s".
    /// - Returns: the text.
    package func counted(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}
