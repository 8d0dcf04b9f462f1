/// A condition on a row and the caller, as data for policies and checks.
package indirect enum Rule: Hashable, Sendable {
    /// True for every row.
    case always
    /// False for every row.
    case never
    /// The caller is a user.
    case signedIn
    /// A conjunction.
    case all([Rule])
    /// A disjunction.
    case any([Rule])
    /// A negation.
    case not(Rule)
    /// The column is the caller's ID; false without a user.
    case isCaller(String)
    /// The column is one of these values.
    case isOneOf(String, [Value])
    /// The column has no value.
    case isNull(String)
    /// The text has this many user-perceived characters, without white space at both ends.
    case length(String, ClosedRange<Int>)
    /// One of the program's functions returns true; the store knows it by this name.
    case holds(String, [Scalar])
    /// Another table has a linked row that satisfies a rule.
    ///
    /// Policies do not apply to that row.
    case related(table: String, on: [Link], where: Rule)
}

extension Rule {
    /// Makes sure that all names exist.
    package func check(for table: Table, among tables: [String: Table]) throws(InvalidSchema) {
        switch self {
        case .always, .never, .signedIn: break
        case .all(let rules), .any(let rules):
            for rule in rules { try rule.check(for: table, among: tables) }
        case .not(let rule): try rule.check(for: table, among: tables)
        case .isCaller(let column), .isNull(let column), .length(let column, _), .isOneOf(let column, _):
            try table.requireStored(column)
        case .holds(let name, let scalars):
            guard Identifier.isPlain(name) else { throw InvalidSchema("“\(name)” cannot be the name of a function.") }
            for scalar in scalars { try scalar.check(for: table, among: tables) }
        case .related(let other, let links, let rule):
            try rule.check(for: table.check(links, to: other, among: tables), among: tables)
        }
    }
}
