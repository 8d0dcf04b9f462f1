extension String {
    /// Returns whether two texts have the same bytes.
    ///
    /// Swift's equality is that of characters, for which “é” equals “e” with an accent behind it.
    package func hasBytes(of other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}
