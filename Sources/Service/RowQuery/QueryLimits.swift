/// Limits beyond which a request is rejected.
///
/// They keep the SQL below SQLite's own limits (127 arguments of a function, 1,000 levels of an expression) and bound
/// the work of parsing and planning for any input.
package struct QueryLimits: Hashable, Sendable {
    /// Maximum length of a query string, in bytes.
    package var queryBytes = 256 * 1024
    /// Maximum number of parameters.
    package var parameters = 200
    /// Maximum length of a column, table or alias name, in bytes.
    package var nameBytes = 63
    /// Maximum number of fields of one object.
    package var fields = 60
    /// Maximum number of aggregates in a request.
    package var aggregates = 32
    /// Maximum number of steps in a path into JSON.
    package var pathSteps = 16
    /// Maximum length of a key in a path into JSON, in bytes.
    package var keyBytes = 255
    /// Maximum number of embeds in a request.
    package var embeds = 16
    /// Maximum nesting depth of embeds.
    package var embedDepth = 4
    /// Maximum number of times that an embed's way leads from one to many.
    ///
    /// Each of them multiplies the rows: all books of the author of each book.
    package var embedTurns = 1
    /// Maximum number of tests whether embeds are empty.
    ///
    /// Each of them repeats the tests inside the embed.
    package var embedTests = 16
    /// Maximum nesting depth of `and` and `or`.
    package var logicDepth = 16
    /// Maximum number of tests in all filters.
    package var tests = 200
    /// Maximum number of values in a list.
    package var listItems = 5_000
    /// Maximum length of a `like` pattern, in characters.
    package var patternCharacters = 1_000
    /// Maximum number of columns to order by.
    package var orderTerms = 16
    /// Maximum size of a body, in bytes.
    package var bodyBytes = 4 * 1024 * 1024
    /// Maximum number of rows in a body.
    package var bodyRows = 1_000
    /// Maximum nesting depth of arrays and objects in a body.
    package var bodyDepth = 8
    /// Maximum number of rows that an update or a deletion may touch.
    package var touchedRows = 10_000

    /// Creates the default limits.
    package init() {}
}
