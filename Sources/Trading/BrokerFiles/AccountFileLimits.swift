/// The limits of an account file.
package struct AccountFileLimits: Hashable, Sendable {
    /// The maximum number of rows or opinions.
    package var rows = 1_000_000
    /// The maximum number of transactions, and of positions, in OFX.
    package var transactions = 100_000
    /// The maximum length of a row in bytes.
    package var rowLength = 256 << 10
    /// The maximum length of a cell, or of an element's text, in bytes.
    package var cellLength = 16 << 10
    /// The maximum number of columns.
    package var columns = 512
    /// The maximum length of a symbol, an identifier or a column's name in bytes.
    package var nameLength = 255
    /// The maximum length of an unknown word in a list of omissions, in characters.
    package var wordLength = 60
    /// The maximum size of an OFX or JSON file in bytes.
    ///
    /// Such a file is read at once.
    package var documentSize = 64 << 20
    /// The maximum size of a file in YAML in bytes.
    package var settingsSize = 1 << 20
    /// The maximum number of listed errors; further ones are only counted.
    package var diagnostics = 1_000

    /// Creates the default limits.
    package init() {}
}
