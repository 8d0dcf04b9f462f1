import Values

/// The order of PostgreSQL's arrays, as sort keys.
///
/// Lists are compared item by item, with nulls after all else. Keys are texts, compared byte by byte; equal lists have equal keys.
package enum ListOrder {
    /// The name of the database's function for ``key(of:)-(String)``.
    package static let function = "rowquery_list_key"

    /// Returns the key of a stored list; nil for other texts.
    package static func key(of text: String) -> String? {
        JSONBText.value(of: text)?.list.map(key)
    }

    /// Returns the key of a list.
    static func key(of items: [JSONValue]) -> String {
        // An item is greater than the end, and a null greater than an item.
        items.map { $0 == .null ? "2" : "1" + JSONOrder.key(of: $0) }.joined() + "0"
    }
}
