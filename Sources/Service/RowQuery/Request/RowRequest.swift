/// What a request's parameters ask for, as values: names are those that the client wrote.
package struct RowRequest: Hashable, Sendable {
    /// The fields of each row.
    package var select: [SelectItem] = [.all]
    /// Which rows, at each path.
    package var filters: [Placed<Filter>] = []
    /// In which order, at each path.
    package var orders: [Placed<[OrderTerm]>] = []
    /// How many rows, at each path.
    package var limits: [Placed<Int>] = []
    /// After how many rows, at each path.
    package var offsets: [Placed<Int>] = []
    /// The columns of a body that are written; nil for all.
    package var columns: [String]?
    /// The unique key by which an upsert knows rows; nil for the primary key.
    package var onConflict: [String]?
    /// The arguments of a function that is called by GET.
    package var arguments: [String: String] = [:]

    /// A request for all rows with all columns.
    package init() {}

    /// What concerns the rows of an embed, or of the request itself.
    package struct Placed<Content: Hashable & Sendable>: Hashable, Sendable {
        /// The names or aliases of embeds, from the outside to the inside; empty for the request's own rows.
        package let path: [String]
        /// What it is.
        package let content: Content

        package init(path: [String] = [], _ content: Content) {
            self.path = path
            self.content = content
        }
    }
}

/// A field of a row, as `select` names it.
package indirect enum SelectItem: Hashable, Sendable {
    /// All columns: `*`.
    case all
    /// A column.
    case column(String, alias: String?)
    /// The number of rows.
    case count(alias: String?)
    /// The rows of another table to which a foreign key leads.
    case embed(Embed)

    /// Rows of another table within a row.
    package struct Embed: Hashable, Sendable {
        /// The name of the table, of the foreign key, or of the referring column.
        package var relation: String
        /// The name of the field; nil for the relation's.
        package var alias: String?
        /// Which of several foreign keys.
        package var hint: String?
        /// Whether rows without such rows are left out.
        package var isInner = false
        /// The fields of its rows; none if it serves a filter alone.
        package var items: [SelectItem]

        package init(
            _ relation: String, alias: String? = nil, hint: String? = nil, isInner: Bool = false, items: [SelectItem]
        ) {
            self.relation = relation
            self.alias = alias
            self.hint = hint
            self.isInner = isInner
            self.items = items
        }

        /// The name of the field.
        package var name: String { alias ?? relation }
    }
}

/// A condition on rows, as parameters write it.
package indirect enum Filter: Hashable, Sendable {
    /// A test of a column.
    case test(String, isNegated: Bool, Operation)
    /// All of them hold.
    case all([Filter], isNegated: Bool)
    /// One of them holds.
    case any([Filter], isNegated: Bool)

    /// A test of a column's value; operands are what the client wrote.
    package enum Operation: Hashable, Sendable {
        case compare(Comparison, String)
        /// With `%` or `*` for any text and `_` for any character.
        case like(String, ignoresCase: Bool)
        case isOneOf([String])
        case isKnown(as: Known)
        /// The list has all items of this array.
        case contains(String)
    }

    /// What `is` compares with.
    package enum Known: String, CaseIterable, Hashable, Sendable {
        case null
        case notNull = "not_null"
        case `true`
        case `false`
        case unknown
    }
}

/// How two values are compared.
package enum Comparison: String, CaseIterable, Hashable, Sendable {
    case equal = "eq"
    case notEqual = "neq"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
}

/// What rows are ordered by.
package struct OrderTerm: Hashable, Sendable {
    /// The to-one embed to which the column belongs; nil for the row's own.
    package var relation: String?
    /// The column.
    package var column: String
    /// From large to small.
    package var isDescending = false
    /// Where rows without a value are; by default, as in PostgreSQL, last, and first if descending.
    package var areNullsFirst: Bool?

    package init(
        _ column: String, of relation: String? = nil, isDescending: Bool = false, areNullsFirst: Bool? = nil
    ) {
        self.relation = relation
        self.column = column
        self.isDescending = isDescending
        self.areNullsFirst = areNullsFirst
    }
}
