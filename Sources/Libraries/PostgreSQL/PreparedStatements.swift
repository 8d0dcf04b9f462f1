import CPQ
import SQL

/// The compiled statements of one connection.
///
/// Those not used for longest give way to others.
struct PreparedStatements {
    /// The maximum number of the code's fixed statements.
    static let limit = 256
    /// The maximum number of statements that requests shape.
    static let recentLimit = 32
    /// Maximum length of a recent statement's text, in bytes.
    static let longestRecentText = 8_192

    /// A compiled statement.
    struct Entry {
        /// The name on the server.
        let name: String
        /// The types of its parameters.
        let types: [Oid]
        let sql: String
        let isRecent: Bool
        fileprivate var lastUse: UInt64
    }

    /// The statements by their text, one for each combination of types.
    private var entries: [String: [Entry]] = [:]
    private var counts = (fixed: 0, recent: 0)
    private var uses: UInt64 = 0
    private var names: UInt64 = 0

    /// The number of compiled statements.
    var count: Int { counts.fixed + counts.recent }

    /// Returns the name of a statement that was compiled for the types of some arguments.
    mutating func name(of sql: String, for arguments: StatementArguments) -> String? {
        guard let index = entries[sql]?.firstIndex(where: { arguments.fit($0.types) }) else { return nil }
        uses += 1
        entries[sql]?[index].lastUse = uses
        return entries[sql]?[index].name
    }

    /// Returns the types with which to compile a statement.
    func types(of sql: String, for arguments: StatementArguments) -> [Oid] {
        arguments.types(after: entries[sql]?.last?.types)
    }

    /// Returns a name for another statement.
    mutating func newName() -> String {
        names += 1
        return "s\(names)"
    }

    /// Removes the oldest statement if there are too many, and returns its name.
    mutating func removeOldest(isRecent: Bool) -> String? {
        guard isRecent ? counts.recent >= Self.recentLimit : counts.fixed >= Self.limit else { return nil }
        let candidates = entries.values.joined().filter { $0.isRecent == isRecent }
        guard let oldest = candidates.min(by: { $0.lastUse < $1.lastUse }) else { return nil }
        entries[oldest.sql]?.removeAll { $0.name == oldest.name }
        if entries[oldest.sql]?.isEmpty == true { entries[oldest.sql] = nil }
        if isRecent { counts.recent -= 1 } else { counts.fixed -= 1 }
        return oldest.name
    }

    /// Remembers a statement that the server has compiled.
    mutating func insert(_ sql: String, name: String, types: [Oid], isRecent: Bool) {
        uses += 1
        entries[sql, default: []].append(
            Entry(name: name, types: types, sql: sql, isRecent: isRecent, lastUse: uses))
        if isRecent { counts.recent += 1 } else { counts.fixed += 1 }
    }

    /// Forgets all statements.
    mutating func removeAll() {
        entries = [:]
        counts = (0, 0)
    }
}
