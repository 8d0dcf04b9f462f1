/// The parsed parameters of a request, with names as the client wrote them.
package struct RowRequest: Hashable, Sendable {
    /// The fields of each row.
    package var select: [SelectItem] = [.all]
    /// The filters at each path.
    package var filters: [Placed<Filter>] = []
    /// The order at each path.
    package var orders: [Placed<[OrderTerm]>] = []
    /// The maximum number of rows at each path.
    package var limits: [Placed<Int>] = []
    /// The number of rows to skip at each path.
    package var offsets: [Placed<Int>] = []
    /// The columns of a body to write; nil for all.
    package var columns: [String]?
    /// The unique key that identifies rows in an upsert; nil for the primary key.
    package var onConflict: [String]?
    /// The arguments of a function called by GET.
    package var arguments: [String: String] = [:]

    /// Creates a request for all rows with all columns.
    package init() {}

    /// A setting for the rows of an embed, or of the request itself.
    package struct Placed<Content: Hashable & Sendable>: Hashable, Sendable {
        /// Names or aliases of embeds from the outermost inwards; empty for the request's own rows.
        package let path: [String]
        /// The setting.
        package let content: Content

        package init(path: [String] = [], _ content: Content) {
            self.path = path
            self.content = content
        }
    }
}

/// A field of a row in `select`.
package indirect enum SelectItem: Hashable, Sendable {
    /// All columns: `*`.
    case all
    /// A column.
    case column(String, alias: String?)
    /// A value computed from a column, or the number of rows.
    case value(SelectValue)
    /// The rows of another table, related by a foreign key.
    case embed(Embed)

    /// Rows of another table, nested in a row.
    package struct Embed: Hashable, Sendable {
        /// The name of the table, the foreign key, or the referring column.
        package var relation: String
        /// The name of the field; nil for the name of the relation.
        package var alias: String?
        /// The choice among several foreign keys.
        package var hint: String?
        /// Whether to omit rows without related rows.
        package var isInner = false
        /// The fields of the rows; empty if the embed only serves a filter.
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

        /// Whether the fields become those of the row around the embed.
        package var isSpread = false

        /// The name of the field.
        package var name: String { alias ?? relation }

        /// Whether it has no fields at any depth, and only serves filters.
        var isEmpty: Bool {
            items.allSatisfy { item in
                if case .embed(let embed) = item { embed.isEmpty } else { false }
            }
        }
    }
}

/// A condition on rows, as written in parameters.
package indirect enum Filter: Hashable, Sendable {
    /// A test of a column, or of a place in its JSON value.
    case test(FieldPath, isNegated: Bool, Operation)
    /// A conjunction.
    case all([Filter], isNegated: Bool)
    /// A disjunction.
    case any([Filter], isNegated: Bool)

    /// A test of a column's value, with operands as the client wrote them.
    package enum Operation: Hashable, Sendable {
        case compare(Comparison, String)
        /// A pattern with `%` or `*` for any text and `_` for any character.
        case like(String, ignoresCase: Bool)
        case isOneOf([String])
        case isKnown(as: Known)
        /// The list and this array have items in common.
        case list(ListTest, String)
        /// One of these operations holds, or all of them do.
        case quantified(isAny: Bool, [Operation])
    }

    /// A test of a list's items against those of an array.
    package enum ListTest: String, CaseIterable, Hashable, Sendable {
        /// The list has all items of the array.
        case contains = "cs"
        /// The array has all items of the list.
        case isContained = "cd"
        /// They have an item in common.
        case overlaps = "ov"
    }

    /// An operand of `is`.
    package enum Known: String, CaseIterable, Hashable, Sendable {
        case null
        case notNull = "not_null"
        case `true`
        case `false`
        case unknown
    }
}

/// A comparison of two values.
package enum Comparison: String, CaseIterable, Hashable, Sendable {
    case equal = "eq"
    case notEqual = "neq"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
    /// Null is a value like any other.
    case distinct = "isdistinct"
}

/// A sort key.
package struct OrderTerm: Hashable, Sendable {
    /// The to-one embed that has the column; nil for the row itself.
    package var relation: String?
    /// The column.
    package var column: String
    /// The steps to a place in the column's JSON value.
    package var steps: [JSONStep] = []
    /// Whether the order is descending.
    package var isDescending = false
    /// Whether nulls come first; by default, as in PostgreSQL, only in descending order.
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
