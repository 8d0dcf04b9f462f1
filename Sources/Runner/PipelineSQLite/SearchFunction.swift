import GRDB
import Pipeline

/// The SQL function that folds a name for searching, like the memory store.
///
/// SQLite itself folds only ASCII.
enum SearchFunction {
    static let name = "folded_for_search"

    static func add(to db: Database) {
        db.add(
            function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0])?.foldedForSearch
            })
    }
}
