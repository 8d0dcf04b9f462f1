package import GRDB
import Synchronization

/// Statements that stay prepared on their connections, up to a number of them on each.
///
/// Apps ask for few shapes of rows, again and again with other values, and preparing the statement of a feed takes longer than
/// running it. GRDB keeps statements by their text, but without a bound, so that clients could fill its memory with ever new
/// shapes.
package final class KeptStatements: Sendable {
    /// How many statements a connection keeps; for the next one it forgets all of them.
    package static let limit = 32
    /// The bytes of the longest text of a statement that is kept.
    package static let longestText = 8_192

    /// The texts of the statements that a connection may keep, by its identity.
    ///
    /// A new connection may have the identity of a closed one: then it has prepared fewer statements than it may have.
    private let texts = Mutex<[ObjectIdentifier: Set<String>]>([:])

    /// Creates a collection without statements.
    package init() {}

    /// Returns how many statements a connection may have kept.
    package func count(on db: Database) -> Int { texts.withLock { $0[ObjectIdentifier(db)]?.count ?? 0 } }

    /// Returns the statement of a text, prepared now if the connection has not kept it.
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
