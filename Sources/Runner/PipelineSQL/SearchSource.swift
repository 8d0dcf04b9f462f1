/// A source of words for searches.
///
/// Each source's words are set on their own, so that a domain need not know those of others.
package struct SearchSource: Sendable, Hashable {
    /// The name in the database.
    let name: String

    /// Creates a source with a name unique among all domains.
    package init(_ name: String) {
        self.name = name
    }
}
