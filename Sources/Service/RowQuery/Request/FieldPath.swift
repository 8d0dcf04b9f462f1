/// A column, or a place inside its JSON value.
package struct FieldPath: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The column.
    package var column: String
    /// The steps from the column's value to the place; empty for the value itself.
    package var steps: [JSONStep]

    package init(_ column: String, _ steps: [JSONStep] = []) {
        self.column = column
        self.steps = steps
    }

    package init(stringLiteral column: String) { self.init(column) }

    /// The name of the field in an answer: the last key, or else the column.
    package var fieldName: String {
        for step in steps.reversed() {
            if case .key(let key) = step.place { return key }
        }
        return column
    }
}

/// A step into a JSON value: `->` or `->>` with a key or an index.
package struct JSONStep: Hashable, Sendable {
    /// A place in an object or a list.
    package enum Place: Hashable, Sendable {
        /// A member of an object.
        case key(String)
        /// An item of a list, from its end if negative.
        case index(Int)
    }

    package let place: Place
    /// Whether the result is a text (`->>`) rather than JSON (`->`).
    package let isText: Bool

    package init(_ place: Place, isText: Bool = false) {
        self.place = place
        self.isText = isText
    }
}

/// A value computed from a column: a path, casts and an aggregate.
package struct SelectValue: Hashable, Sendable {
    /// The place of the value; nil for the number of rows.
    package var field: FieldPath?
    /// The type to convert the value to, as the client wrote it.
    package var cast: String?
    /// The function over all rows of a group.
    package var aggregate: Aggregate?
    /// The type to convert the aggregate's result to, as the client wrote it.
    package var resultCast: String?
    /// The name of the field, if given.
    ///
    /// Otherwise it is that of the aggregate, the last key or the column.
    package var alias: String?

    package init(
        _ field: FieldPath?, cast: String? = nil, aggregate: Aggregate? = nil, resultCast: String? = nil,
        alias: String? = nil
    ) {
        self.field = field
        self.cast = cast
        self.aggregate = aggregate
        self.resultCast = resultCast
        self.alias = alias
    }

    /// The name of the field.
    package var name: String { alias ?? aggregate?.rawValue ?? field?.fieldName ?? "" }
}

/// A function over the rows of a group.
package enum Aggregate: String, CaseIterable, Hashable, Sendable {
    case count, sum, avg, min, max
}
