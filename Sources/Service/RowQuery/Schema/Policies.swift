/// Permissions of callers to read and change rows, as data beside the schema.
///
/// They apply to every read, write, embed and count. A table without policies is closed: it cannot be read or written.
package struct Policies: Sendable {
    /// Policies by the name of the table.
    private var tables: [String: TablePolicy]

    /// Declares the policies of a schema's tables.
    ///
    /// - Throws: ``InvalidSchema`` if one names what the schema does not have.
    package init(_ tables: [String: TablePolicy], for schema: Schema) throws(InvalidSchema) {
        for (name, policy) in tables {
            guard let table = schema.tables[name] else { throw InvalidSchema("A policy names no table: “\(name)”.") }
            for verb in TablePolicy.Verb.allCases {
                try policy[verb].check(for: table, among: schema.tables)
            }
        }
        self.tables = tables
    }

    /// Returns the rule for rows of a table.
    package subscript(table: String, verb: TablePolicy.Verb) -> Rule { tables[table]?[verb] ?? .never }

    /// Returns a copy with one rule replaced, for tests of each rule's effect.
    package func replacing(_ verb: TablePolicy.Verb, of table: String, with rule: Rule) -> Policies {
        var copy = self
        copy.tables[table]?[verb] = rule
        return copy
    }
}

/// Permissions to read and change the rows of a table.
package struct TablePolicy: Hashable, Sendable {
    private var rules: [Verb: Rule]

    /// The operation that a rule permits.
    package enum Verb: String, CaseIterable, Hashable, Sendable {
        /// Reading rows; rows that cannot be read cannot be changed either.
        case select
        /// Adding rows.
        case insert
        /// Changing rows, judged by their old values.
        case update
        /// Changing rows, judged by their new values.
        case updateTo
        /// Deleting rows.
        case delete
    }

    /// Declares the policy of a table.
    ///
    /// Omitted operations are forbidden, except that `updateTo` defaults to `update`.
    package init(
        select: Rule = .never, insert: Rule = .never, update: Rule = .never, updateTo: Rule? = nil,
        delete: Rule = .never
    ) {
        rules = [.select: select, .insert: insert, .update: update, .updateTo: updateTo ?? update, .delete: delete]
    }

    package subscript(verb: Verb) -> Rule {
        get { rules[verb] ?? .never }
        set { rules[verb] = newValue }
    }
}

/// The sender of a request.
package struct Caller: Hashable, Sendable {
    /// The user's ID in lower case; nil without a login.
    package let user: String?

    /// Creates a caller.
    package init(user: String?) {
        self.user = user.map { $0.lowercased() }
    }

    /// A caller without a login.
    package static let anonymous = Caller(user: nil)
}
