import GRDB
import Synchronization

/// A bounded cache of prepared statements for each connection.
///
/// Apps request few shapes of rows over and over with different values, and preparing the statement of a feed takes
/// longer than running it. GRDB caches statements by their text, but without a limit, so clients could fill its memory
/// with ever new shapes.
final class RecentStatements: Sendable {
    /// Maximum number of statements per connection; the next one clears its cache.
    static let limit = 32
    /// Maximum length of a cached statement's text, in bytes.
    static let longestText = 8_192

    /// Texts of the cached statements by the identity of their connection.
    ///
    /// A new connection may have the identity of a closed one; it then has fewer statements prepared than are listed
    /// here.
    private let texts = Mutex<[ObjectIdentifier: Set<String>]>([:])

    /// The number of statements that each connection may have cached.
    var counts: [Int] { texts.withLock { $0.values.map(\.count) } }

    /// Returns the cached or newly prepared statement of a text.
    func statement(_ sql: String, _ db: Database) throws -> Statement {
        guard sql.utf8.count <= Self.longestText else { return try db.makeStatement(sql: sql) }
        let isFull = texts.withLock { texts in
            let own = texts[ObjectIdentifier(db)]
            if own?.contains(sql) == true { return false }
            let isFull = own?.count ?? 0 >= Self.limit
            if isFull { texts[ObjectIdentifier(db)] = [] }
            texts[ObjectIdentifier(db), default: []].insert(sql)
            return isFull
        }
        if isFull { db.clearSchemaCache() }
        return try db.cachedStatement(sql: sql)
    }
}
