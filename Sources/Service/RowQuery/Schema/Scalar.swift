/// A value computed from a row.
///
/// It serves computed columns and the values that are written or read in place of others.
package indirect enum Scalar: Hashable, Sendable {
    /// The stored value of a column of the row.
    case column(String)
    /// This value.
    case value(Value)
    /// The first value that is not null.
    case firstOf([Scalar])
    /// The result of one of the program's functions; the store knows it by this name.
    case call(String, [Scalar])
    /// A column of a row in another table; null without such a row.
    ///
    /// Policies do not apply to it: declare only what every reader of the row may see.
    case lookup(column: String, table: String, on: [Link], where: Rule)
}

/// A condition that relates a row to a row of another table.
package struct Link: Hashable, Sendable {
    /// The column of the other table.
    package let theirs: String
    /// The column of the row.
    package let ours: String
    /// Whether the two must be equal rather than different.
    package let isEqual: Bool

    /// Requires two columns to be equal.
    package init(_ theirs: String, equals ours: String) {
        self.theirs = theirs
        self.ours = ours
        isEqual = true
    }

    /// Requires two columns to differ.
    package init(_ theirs: String, differsFrom ours: String) {
        self.theirs = theirs
        self.ours = ours
        isEqual = false
    }
}

extension Scalar {
    /// Makes sure that all names exist.
    func check(for table: Table, among tables: [String: Table]) throws(InvalidSchema) {
        switch self {
        case .column(let name): try table.requireStored(name)
        case .value: break
        case .firstOf(let scalars):
            guard scalars.count >= 2 else {
                throw InvalidSchema("A choice in “\(table.name)” has fewer than two values.")
            }
            for scalar in scalars { try scalar.check(for: table, among: tables) }
        case .call(let name, let scalars):
            guard Identifier.isPlain(name) else { throw InvalidSchema("“\(name)” cannot be the name of a function.") }
            for scalar in scalars { try scalar.check(for: table, among: tables) }
        case .lookup(let column, let other, let links, let rule):
            let target = try table.check(links, to: other, among: tables)
            try target.requireStored(column)
            try rule.check(for: target, among: tables)
        }
    }
}

extension Table {
    /// Makes sure that the database has a column.
    func requireStored(_ name: String) throws(InvalidSchema) {
        guard let column = column(name), column.isStored else {
            throw InvalidSchema("A rule names “\(name)”, which is not a stored column of “\(self.name)”.")
        }
    }

    /// Makes sure that links exist, and returns the table to which they lead.
    func check(_ links: [Link], to name: String, among tables: [String: Table]) throws(InvalidSchema) -> Table {
        guard let target = tables[name] else {
            throw InvalidSchema("A rule of “\(self.name)” names no table: “\(name)”.")
        }
        for link in links {
            try requireStored(link.ours)
            try target.requireStored(link.theirs)
        }
        return target
    }
}
