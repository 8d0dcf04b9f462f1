/// A tag of an OFX file, with the text after it.
struct OFXToken {
    /// The kind of a tag.
    enum Kind {
        /// Starts an aggregate, or an element without text.
        case open
        /// An element with text.
        case leaf(String)
        /// Ends an aggregate.
        case close
    }

    /// The name in capital letters.
    var name: String
    /// The kind of the tag.
    var kind: Kind
    /// The line of the tag, from 1.
    var line: Int
    /// The 1-based byte offset of the tag in its line.
    var column: Int
}
