/// A key taken apart: `p3:Date#2` is the second field labelled "Date" on page 3.
struct FieldKey {
    /// The id, name or label.
    var text: String
    /// From 0, where the key names a page.
    var page: Int?
    /// From 1, where the key says which of several.
    var ordinal: Int?

    init(_ key: String) {
        text = key
        // Regex literals are not Sendable, so they are made where they are used.
        if let match = key.wholeMatch(of: /[pP](\d{1,6}):(.+)/), let number = Int(match.1), number > 0 {
            page = number - 1
            text = String(match.2)
        }
        if let match = text.wholeMatch(of: /(.+?)\s*#(\d{1,6})/), let number = Int(match.2), number > 0 {
            ordinal = number
            text = String(match.1)
        }
    }
}
