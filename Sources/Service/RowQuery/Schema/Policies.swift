/// Who may read and change which rows, as data beside the schema.
///
/// They apply to every read, write, embed and count. A table without policies is closed: nobody reads or writes it.
package struct Policies: Sendable {
    /// By the name of the table.
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

    /// Returns what must hold for rows of a table.
    package subscript(table: String, verb: TablePolicy.Verb) -> Rule { tables[table]?[verb] ?? .never }

    /// Returns these policies with one rule replaced; for tests, which show what each of them guards.
    package func replacing(_ verb: TablePolicy.Verb, of table: String, with rule: Rule) -> Policies {
        var copy = self
        copy.tables[table]?[verb] = rule
        return copy
    }
}

/// Who may read and change which rows of a table.
package struct TablePolicy: Hashable, Sendable {
    private var rules: [Verb: Rule]

    /// What a rule is about.
    package enum Verb: String, CaseIterable, Hashable, Sendable {
        /// The rows that may be read; no others can be changed either.
        case select
        /// The rows that may be added.
        case insert
        /// The rows that may be changed, as they were.
        case update
        /// What a changed row may become.
        case updateTo
        /// The rows that may be deleted.
        case delete
    }

    /// Declares the policy of a table: what is left out is forbidden, but `updateTo`, which then is as `update`.
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

/// Who asks.
package struct Caller: Hashable, Sendable {
    /// The user's ID in small letters; nil without a login.
    package let user: String?

    /// Creates a caller.
    package init(user: String?) {
        self.user = user.map { $0.lowercased() }
    }

    /// A caller without a login.
    package static let anonymous = Caller(user: nil)
}
