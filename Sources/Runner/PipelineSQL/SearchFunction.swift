import Pipeline
import SQL

/// The SQL function that folds a name for searching, like the memory store.
///
/// SQLite itself folds only ASCII.
enum SearchFunction {
    static let name = "folded_for_search"

    static let function = SQLFunction(name, argumentCount: 1, isPure: true) { values in
        guard case .text(let text) = values[0] else { return .null }
        return .text(text.foldedForSearch)
    }
}
