/// The tables and functions that clients may name.
///
/// ``Policies`` determine who may read and change which rows.
package struct Schema: Sendable {
    /// The name of the schema in messages.
    package static let name = "public"
    /// Tables by name.
    package let tables: [String: Table]
    /// Functions by name.
    package let functions: [String: Function]
    /// Whether clients may use aggregates other than a bare number of rows.
    package let allowsAggregates: Bool
    /// Relationships by the name of the table at their start.
    let relationships: [String: [Relationship]]

    /// Declares a schema.
    ///
    /// - Parameters:
    ///   - tables: the tables.
    ///   - functions: the functions.
    ///   - allowsAggregates: whether clients may use aggregates; not by default, as in PostgREST, since one aggregate
    ///     reads all rows that its caller may see.
    /// - Throws: ``InvalidSchema`` if it contradicts itself.
    package init(
        tables: [Table], functions: [Function] = [], allowsAggregates: Bool = false
    ) throws(InvalidSchema) {
        var byName: [String: Table] = [:]
        for table in tables {
            try table.check()
            guard byName.updateValue(table, forKey: table.name) == nil else {
                throw InvalidSchema("There are two tables “\(table.name)”.")
            }
        }
        var functionsByName: [String: Function] = [:]
        for function in functions {
            try function.check()
            guard byName[function.name] == nil,
                functionsByName.updateValue(function, forKey: function.name) == nil
            else {
                throw InvalidSchema("There are two functions, or a function and a table, “\(function.name)”.")
            }
        }
        for table in tables {
            for key in table.foreignKeys { try key.check(of: table, among: byName) }
            for rule in table.checks.map(\.rule) { try rule.check(for: table, among: byName) }
            for column in table.columns {
                for scalar in column.scalars { try scalar.check(for: table, among: byName) }
            }
        }
        self.tables = byName
        self.allowsAggregates = allowsAggregates
        self.functions = functionsByName
        relationships = Relationship.all(of: tables)
    }
}

/// A contradiction in a schema or in its policies: a programming error.
package struct InvalidSchema: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Names that are allowed in declarations.
enum Identifier {
    /// Returns whether a name needs no quoting.
    ///
    /// It consists of lower-case letters, digits and underscores, begins with a letter, and has at most 63 bytes.
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= 63 else { return false }
        return name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }

    /// Returns whether a table or a column can have a name, which statements quote.
    ///
    /// It has 1 to 63 bytes without U+0000, the limits of PostgreSQL. “#” is the number of a row in statements.
    static func isName(_ name: String) -> Bool {
        (1...63).contains(name.utf8.count) && !name.utf8.contains(0) && name != "#"
    }
}
