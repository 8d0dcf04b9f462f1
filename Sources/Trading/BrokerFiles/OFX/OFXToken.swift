/// A tag of an OFX file, with the text that follows it.
struct OFXToken {
    /// What a tag does.
    enum Kind {
        /// Begins an aggregate, or an element without text.
        case open
        /// An element with text.
        case leaf(String)
        /// Ends an aggregate.
        case close
    }

    /// The name in capital letters.
    var name: String
    /// What it does.
    var kind: Kind
    /// The line of the tag, from 1.
    var line: Int
    /// The byte of the line at which the tag begins, from 1.
    var column: Int
}
