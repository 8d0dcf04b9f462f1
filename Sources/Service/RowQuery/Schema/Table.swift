/// A table with its appearance to clients and its storage.
package struct Table: Sendable {
    /// The name for clients.
    package let name: String
    /// The stored name in the database.
    package let storedName: String
    /// Columns in the order of `*`.
    package let columns: [Column]
    /// The column that identifies a row.
    package let primaryKey: String
    /// The columns of the key that clients know; can be empty.
    package let key: [String]
    /// Other sets of columns with unique values.
    package let uniqueKeys: [[String]]
    /// References to rows of other tables.
    package let foreignKeys: [ForeignKey]
    /// Conditions on every written row.
    package let checks: [RowCheck]
    /// The behaviour of an insert if the row already exists.
    package let replacement: Replacement?
    /// The treatment of deleted rows.
    package let deletion: Deletion
    /// Whether clients may not name the table; rules and computed columns may.
    package let isHidden: Bool

    /// The alternative to failure when an inserted row already exists.
    package struct Replacement: Hashable, Sendable {
        /// The unique key that identifies the row.
        package let key: [String]
        /// Columns that make the insert a duplicate if unchanged; otherwise the row is replaced.
        package let unlessSame: [String]

        package init(key: [String], unlessSame: [String]) {
            self.key = key
            self.unlessSame = unlessSame
        }
    }

    /// The treatment of deleted rows.
    package enum Deletion: Hashable, Sendable {
        /// Removes the rows.
        case remove
        /// Keeps the rows and sets this hidden timestamp; policies must hide them.
        case mark(String)
    }

    /// Declares a table.
    ///
    /// For a key of several columns, or for none, the primary key is a hidden column, and `key` has the columns of one
    /// of the unique keys, or is empty.
    package init(
        _ name: String, storedAs storedName: String? = nil, columns: [Column], primaryKey: String = "id",
        key: [String]? = nil, uniqueKeys: [[String]] = [], foreignKeys: [ForeignKey] = [], checks: [RowCheck] = [],
        replacement: Replacement? = nil, deletion: Deletion = .remove, isHidden: Bool = false
    ) {
        self.name = name
        self.storedName = storedName ?? name
        self.columns = columns
        self.primaryKey = primaryKey
        self.key = key ?? [primaryKey]
        self.uniqueKeys = uniqueKeys
        self.foreignKeys = foreignKeys
        self.checks = checks
        self.replacement = replacement
        self.deletion = deletion
        self.isHidden = isHidden
    }

    /// The columns that clients may name.
    package var visibleColumns: [Column] { columns.filter { !$0.isHidden } }

    /// Returns a column by name, including hidden ones.
    package func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    /// Returns a visible column by the name that a client sent.
    func visibleColumn(_ name: String) -> Column? { columns.first { $0.name == name && !$0.isHidden } }

    /// Returns whether the values of these columns are unique.
    func isUnique(_ columns: [String]) -> Bool {
        let set = Set(columns)
        return set == [primaryKey] || uniqueKeys.contains { Set($0) == set }
    }

    func check() throws(InvalidSchema) {
        guard Identifier.isName(name), Identifier.isName(storedName) else {
            throw InvalidSchema("“\(name)” cannot be the name of a table.")
        }
        for column in columns where !Identifier.isName(column.name) {
            throw InvalidSchema("“\(column.name)” of “\(name)” cannot be the name of a column.")
        }
        guard Set(columns.map(\.name)).count == columns.count else {
            throw InvalidSchema("Two columns of “\(name)” have one name.")
        }
        guard key.isEmpty || isUnique(key) else {
            throw InvalidSchema("Clients identify rows of “\(name)” by columns that are not unique.")
        }
        var named = [primaryKey] + uniqueKeys.joined() + foreignKeys.flatMap(\.columns)
        if let replacement {
            named += replacement.key + replacement.unlessSame
            guard isUnique(replacement.key) else {
                throw InvalidSchema("“\(name)” replaces rows by a key that is not unique.")
            }
        }
        if case .mark(let column) = deletion { named.append(column) }
        for name in named {
            guard let column = column(name), column.isStored else {
                throw InvalidSchema("“\(self.name)” has no stored column “\(name)”.")
            }
        }
        guard Set(foreignKeys.map(\.name)).count == foreignKeys.count else {
            throw InvalidSchema("Two foreign keys of “\(name)” have one name.")
        }
    }
}

/// A condition on every written row of a table.
package struct RowCheck: Sendable {
    /// The name of the check, for developers of apps.
    package let name: String
    /// The condition.
    package let rule: Rule
    /// A sentence that tells the user what is allowed.
    package let sentence: String

    /// Declares a check.
    package init(_ name: String, _ rule: Rule, _ sentence: String) {
        self.name = name
        self.rule = rule
        self.sentence = sentence
    }
}

/// A reference from rows of a table to one row of another.
package struct ForeignKey: Hashable, Sendable {
    /// The name of the constraint, which an embed may use as a hint.
    package let name: String
    /// The referring columns.
    package let columns: [String]
    /// The name of the referenced table.
    package let table: String
    /// The referenced columns.
    package let keys: [String]

    /// Declares a reference from a single column.
    package init(_ name: String, _ column: String, references table: String, _ key: String = "id") {
        self.init(name, [column], references: table, [key])
    }

    /// Declares a reference from several columns.
    package init(_ name: String, _ columns: [String], references table: String, _ keys: [String]) {
        self.name = name
        self.columns = columns
        self.table = table
        self.keys = keys
    }

    func check(of table: Table, among tables: [String: Table]) throws(InvalidSchema) {
        guard let target = tables[self.table] else {
            throw InvalidSchema("“\(name)” of “\(table.name)” refers to a table that is not declared.")
        }
        guard target.isUnique(keys), keys.count == columns.count else {
            throw InvalidSchema("“\(name)” of “\(table.name)” refers to columns that identify no row.")
        }
    }
}
