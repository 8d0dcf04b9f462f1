/// A table as clients see it, and how it is kept.
package struct Table: Sendable {
    /// The name that clients use.
    package let name: String
    /// The name of the database's table.
    package let storedName: String
    /// In the order in which `*` lists them.
    package let columns: [Column]
    /// The column that identifies a row.
    package let primaryKey: String
    /// Other sets of columns of which no two rows have the same values.
    package let uniqueKeys: [[String]]
    /// The references to other tables' rows.
    package let foreignKeys: [ForeignKey]
    /// What must hold for every written row.
    package let checks: [RowCheck]
    /// What an insert does with a row that exists already.
    package let replacement: Replacement?
    /// What becomes of deleted rows.
    package let deletion: Deletion
    /// Whether no client may name the table; rules and computed columns may.
    package let isHidden: Bool

    /// What an insert of an existing row does instead of failing.
    package struct Replacement: Hashable, Sendable {
        /// The unique key by which the row is known.
        package let key: [String]
        /// The row is replaced unless these columns are the same; then the insert is a duplicate.
        package let unlessSame: [String]

        package init(key: [String], unlessSame: [String]) {
            self.key = key
            self.unlessSame = unlessSame
        }
    }

    /// What becomes of deleted rows.
    package enum Deletion: Hashable, Sendable {
        /// They are removed.
        case remove
        /// They are kept, and this hidden timestamp is set; policies must hide them.
        case mark(String)
    }

    /// Declares a table.
    package init(
        _ name: String, storedAs storedName: String? = nil, columns: [Column], primaryKey: String = "id",
        uniqueKeys: [[String]] = [], foreignKeys: [ForeignKey] = [], checks: [RowCheck] = [],
        replacement: Replacement? = nil, deletion: Deletion = .remove, isHidden: Bool = false
    ) {
        self.name = name
        self.storedName = storedName ?? name
        self.columns = columns
        self.primaryKey = primaryKey
        self.uniqueKeys = uniqueKeys
        self.foreignKeys = foreignKeys
        self.checks = checks
        self.replacement = replacement
        self.deletion = deletion
        self.isHidden = isHidden
    }

    /// The columns that clients may name.
    package var visibleColumns: [Column] { columns.filter { !$0.isHidden } }

    /// Returns the column of a name, hidden ones too; nil if there is none.
    package func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    /// Returns the column of a name that a client wrote; nil if there is none.
    func visibleColumn(_ name: String) -> Column? { columns.first { $0.name == name && !$0.isHidden } }

    /// Whether no two rows have the same values of these columns.
    func isUnique(_ columns: [String]) -> Bool {
        let set = Set(columns)
        return set == [primaryKey] || uniqueKeys.contains { Set($0) == set }
    }

    func check() throws(InvalidSchema) {
        guard Identifier.isPlain(name), Identifier.isPlain(storedName) else {
            throw InvalidSchema("“\(name)” cannot be the name of a table.")
        }
        for column in columns where !Identifier.isPlain(column.name) {
            throw InvalidSchema("“\(column.name)” of “\(name)” cannot be the name of a column.")
        }
        guard Set(columns.map(\.name)).count == columns.count else {
            throw InvalidSchema("Two columns of “\(name)” have one name.")
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

/// What must hold for every row of a table that is written.
package struct RowCheck: Sendable {
    /// The name of the check, for those who write apps.
    package let name: String
    /// What must hold.
    package let rule: Rule
    /// What is allowed: a sentence for the person whose row breaks the rule.
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
    /// The name of the constraint, by which an embed may choose it.
    package let name: String
    /// The referring columns.
    package let columns: [String]
    /// The name of the table that they refer to.
    package let table: String
    /// The columns that they refer to.
    package let keys: [String]

    /// Declares a reference by one column.
    package init(_ name: String, _ column: String, references table: String, _ key: String = "id") {
        self.name = name
        columns = [column]
        self.table = table
        keys = [key]
    }

    func check(of table: Table, among tables: [String: Table]) throws(InvalidSchema) {
        guard let target = tables[self.table] else {
            throw InvalidSchema("“\(name)” of “\(table.name)” refers to a table that is not declared.")
        }
        guard target.isUnique(keys) else {
            throw InvalidSchema("“\(name)” of “\(table.name)” refers to columns that identify no row.")
        }
    }
}
