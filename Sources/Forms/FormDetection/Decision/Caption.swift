/// A text that names a field, and its position relative to the field.
struct Caption {
    var text: String
    var position: Position
    /// The distance from the field in points.
    var distance: Double
    /// The format of the value, if the page specifies it: `MM/DD/YYYY`.
    var hint: String?

    /// Whether the caption directly adjoins the field, as in a sentence with blanks.
    var isAdjacent: Bool { distance < 14 }

    /// The position relative to the field.
    ///
    /// The raw values are features of the scorer.
    enum Position: Int { case none, inside, left, below, above, right, table }

    static let none = Caption(text: "", position: .none, distance: 99)
}
