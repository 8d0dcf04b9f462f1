/// A plan for reading rows as objects, from which a database module builds a statement.
///
/// All names in it come from the schema, except the names of fields, which are values; every value must be bound as a
/// parameter.
package struct SelectPlan: Hashable, Sendable {
    /// The source of the rows.
    package let source: Source
    /// The alias of the rows in conditions.
    package let alias: Int
    /// The members of each object.
    package let fields: Fields
    /// The condition on the rows, including policies.
    package let condition: Condition
    /// The order of the rows; undefined if empty.
    package let order: [Ordering]
    /// The range of the ordered rows.
    package let range: RowRange

    /// A source of rows.
    package enum Source: Hashable, Sendable {
        /// A database table, by its stored name, with its primary key.
        case table(String, primaryKey: String)
        /// The result of a function, with these columns.
        case result(columns: [ResultColumn])
    }

    /// A column of a function's result.
    package struct ResultColumn: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
    }

    /// The contents of the objects.
    package enum Fields: Hashable, Sendable {
        /// One object per row.
        case each([Field])
        /// One object per group of rows.
        case grouped(Grouping)
    }

    /// Groups of rows: those with equal keys, or all rows without a key.
    package struct Grouping: Hashable, Sendable {
        /// The alias of the rows' values.
        package let valuesAlias: Int
        /// The alias of the groups; ``column(_:)`` names their columns.
        package let groupsAlias: Int
        /// The columns of the groups.
        package let columns: [GroupColumn]
        /// The members of each object, based on the groups.
        package let fields: [Field]

        /// The places of the keys among the columns.
        package var keys: [Int] {
            columns.indices.filter { place in
                if case .key = columns[place] { true } else { false }
            }
        }

        /// Returns the name of a column.
        package static func column(_ place: Int) -> String { "c\(place)" }
    }

    /// A column of groups.
    package enum GroupColumn: Hashable, Sendable {
        /// A value that all rows of a group share.
        case key(Content)
        /// The number of rows.
        case count
        /// An aggregate of a value of this type.
        case aggregate(Aggregate, Operand, ValueType)
    }

    /// A member of an object.
    package struct Field: Hashable, Sendable {
        /// The name, which may be any text from a client.
        package let name: String
        package let content: Content
    }

    /// The content of a member.
    package indirect enum Content: Hashable, Sendable {
        /// A value of this type.
        case value(Operand, ValueType)
        /// An object, or null.
        case one(SelectPlan)
        /// An array of objects.
        case many(SelectPlan)
        /// The content of a member of the first related row; null without one.
        case within(Content, RelatedRows)
    }

    /// A sort key.
    package struct Ordering: Hashable, Sendable {
        package let operand: Operand
        /// The type of the operand's values.
        package let type: ColumnType
        package let isDescending: Bool
        package let areNullsFirst: Bool
    }
}

/// A planned request for rows.
package struct ReadPlan: Hashable, Sendable {
    /// The rows of the response.
    package let rows: SelectPlan
    /// Whether to count all rows regardless of the range.
    package let isCounted: Bool
}

/// A value within a statement.
package indirect enum Operand: Hashable, Sendable {
    /// The stored value of a column of an alias's rows.
    case column(alias: Int, String)
    /// A parameter of the statement.
    case value(Value)
    /// The first operand that is not null.
    case firstOf([Operand])
    /// The result of one of the program's functions.
    case call(String, [Operand])
    /// A column of the first related row; null without one.
    case lookup(String, RelatedRows)
    /// A value of the first related row; null without one.
    case within(Operand, RelatedRows)
    /// A place in the JSON value of a column of this type: text or JSON.
    case path(Operand, ColumnType, [JSONStep])
    /// A value converted from one type to another.
    case cast(Operand, from: ValueType, to: ValueType)
}

/// The rows of a table that satisfy a condition, within another condition.
package struct RelatedRows: Hashable, Sendable {
    /// The stored name of the table.
    package let table: String
    /// The alias of the rows in the condition.
    package let alias: Int
    package let condition: Condition
    /// The range of the rows to consider.
    package let range: RowRange
}

/// A condition on a row: true, false or unknown, as in SQL.
package indirect enum Condition: Hashable, Sendable {
    case constant(Bool)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case compare(Comparison, Operand, Value)
    /// Two values are equal, or different.
    case links(Operand, Operand, areEqual: Bool)
    /// Two values are equal, or both null.
    case same(Operand, Operand)
    case isOneOf(Operand, [Value])
    case isNull(Operand)
    /// True for the given truth value, and false for the other one and for null.
    case isTruth(Operand, Bool)
    case like(Operand, LikePattern, ignoresCase: Bool)
    /// A test of a list's items against those of another list.
    case list(Filter.ListTest, Operand, Value)
    /// The number of characters, without white space at both ends, is in the range.
    case length(Operand, ClosedRange<Int>)
    /// One of the program's functions returns true.
    case holds(String, [Operand])
    case exists(RelatedRows)
    /// Columns of an alias's row equal those of one of the related rows.
    ///
    /// Databases find such rows by the index of the columns.
    case isAmong(alias: Int, [Link], RelatedRows)

    /// Returns the conjunction of conditions, without those that always hold.
    static func every(_ conditions: [Condition]) -> Condition {
        let needed = conditions.filter { $0 != .constant(true) }
        if needed.contains(.constant(false)) { return .constant(false) }
        return needed.count == 1 ? needed[0] : needed.isEmpty ? .constant(true) : .all(needed)
    }
}

/// A parsed `like` pattern.
package struct LikePattern: Hashable, Sendable {
    /// The parts from left to right.
    package let parts: [Part]

    /// A part of a pattern.
    package enum Part: Hashable, Sendable {
        /// Any text, including an empty one.
        case anyText
        /// Any single character.
        case anyCharacter
        /// This character.
        case character(Unicode.Scalar)
    }

    /// Parses a pattern.
    ///
    /// `%` and `*` match any text, `_` matches any character, and a backslash escapes the next character.
    init(_ text: String, for place: String, limits: QueryLimits) throws(RowQueryError) {
        guard text.unicodeScalars.count <= limits.patternCharacters else {
            throw .unreadable(place, "The pattern is longer than \(limits.patternCharacters) characters.")
        }
        var parts: [Part] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
                parts.append(.character(scalar))
                continue
            }
            switch scalar {
            case "\\": isEscaped = true
            case "%", "*": if parts.last != .anyText { parts.append(.anyText) }
            case "_": parts.append(.anyCharacter)
            default: parts.append(.character(scalar))
            }
        }
        guard !isEscaped else {
            throw RowQueryError(.invalidPattern, "The pattern for \(place) ends with an escape character.")
        }
        self.parts = parts
    }
}
