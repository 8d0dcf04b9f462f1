/// How large a request may be before it is refused.
///
/// The bounds keep the SQL below SQLite's own limits (127 arguments of a function, 1,000 levels of an expression) and the work
/// of parsing and planning small for any input.
package struct QueryLimits: Hashable, Sendable {
    /// The longest query string, in bytes.
    package var queryBytes = 256 * 1024
    /// The largest number of parameters.
    package var parameters = 200
    /// The longest name of a column, a table or an alias, in bytes.
    package var nameBytes = 63
    /// The largest number of fields of one object.
    package var fields = 60
    /// The largest number of embeds in a request.
    package var embeds = 16
    /// How deep embeds may be nested.
    package var embedDepth = 2
    /// How deep `and` and `or` may be nested.
    package var logicDepth = 16
    /// The largest number of tests in all filters.
    package var tests = 200
    /// The largest number of values of a list.
    package var listItems = 5_000
    /// The longest pattern of `like`, in characters.
    package var patternCharacters = 1_000
    /// The largest number of columns to order by.
    package var orderTerms = 16
    /// The largest body, in bytes.
    package var bodyBytes = 4 * 1024 * 1024
    /// The largest number of rows in a body.
    package var bodyRows = 1_000
    /// How deep arrays and objects may be nested in a body.
    package var bodyDepth = 8
    /// The largest number of rows that an update or a deletion may touch.
    package var touchedRows = 10_000

    /// Creates the limits of the service.
    package init() {}
}
