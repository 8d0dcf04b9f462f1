/// Rows to be read and the objects to be made of them: a tree of values that a database's module makes a statement of.
///
/// All names in it come from the schema, except the names of fields, which are values; every value is to be bound as a
/// parameter.
package struct SelectPlan: Hashable, Sendable {
    /// Where the rows come from.
    package let source: Source
    /// By what they are known in conditions.
    package let alias: Int
    /// The members of each object; nil for the number of rows instead of objects of them.
    package let fields: Fields
    /// Which rows; policies are part of it.
    package let condition: Condition
    /// In which order; unknown if empty.
    package let order: [Ordering]
    /// Which of the ordered rows.
    package let range: RowRange

    /// Where rows come from.
    package enum Source: Hashable, Sendable {
        /// A table of the database, by its name there, with its primary key.
        case table(String, primaryKey: String)
        /// What a function returned, with these columns.
        case result(columns: [String])
    }

    /// What the objects consist of.
    package enum Fields: Hashable, Sendable {
        /// One object for each row.
        case each([Field])
        /// One object in all, with the number of rows under this name.
        case count(String)
    }

    /// A member of an object.
    package struct Field: Hashable, Sendable {
        /// Its name, which may be any text of a client.
        package let name: String
        package let content: Content
    }

    /// What a member of an object is.
    package indirect enum Content: Hashable, Sendable {
        /// A value of this type.
        case value(Operand, ColumnType)
        /// An object, or null.
        case one(SelectPlan)
        /// An array of objects.
        case many(SelectPlan)
    }

    /// What rows are ordered by.
    package struct Ordering: Hashable, Sendable {
        package let operand: Operand
        package let isDescending: Bool
        package let areNullsFirst: Bool
    }
}

/// A request for rows, planned.
package struct ReadPlan: Hashable, Sendable {
    /// The rows of the answer.
    package let rows: SelectPlan
    /// Whether all rows are counted, whatever the range.
    package let isCounted: Bool
}

/// A value within a statement.
package indirect enum Operand: Hashable, Sendable {
    /// The kept value of a column of the rows known by an alias.
    case column(alias: Int, String)
    /// A parameter.
    case value(Value)
    /// The first that is not null.
    case firstOf([Operand])
    /// What a function of the program returns.
    case call(String, [Operand])
    /// The column of the first of related rows; null if there are none.
    case lookup(String, RelatedRows)
}

/// Rows of a table for which a condition holds, within another condition.
package struct RelatedRows: Hashable, Sendable {
    /// The database's name of the table.
    package let table: String
    /// By what they are known in the condition.
    package let alias: Int
    package let condition: Condition
    /// Which of them count.
    package let range: RowRange
}

/// What holds for a row: true, false or unknown, as in SQL.
package indirect enum Condition: Hashable, Sendable {
    case constant(Bool)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case compare(Comparison, Operand, Value)
    /// Two values are equal, or differ.
    case links(Operand, Operand, areEqual: Bool)
    /// Two values are the same, or both null.
    case same(Operand, Operand)
    case isOneOf(Operand, [Value])
    case isNull(Operand)
    /// True if it is the truth value, false otherwise and for null.
    case isTruth(Operand, Bool)
    case like(Operand, LikePattern, ignoresCase: Bool)
    /// A list has all of these items.
    case contains(Operand, [String?])
    /// The number of characters, without white space at the ends.
    case length(Operand, ClosedRange<Int>)
    /// A function of the program says so.
    case holds(String, [Operand])
    case exists(RelatedRows)

    /// All of some conditions, without those that always hold.
    static func every(_ conditions: [Condition]) -> Condition {
        let needed = conditions.filter { $0 != .constant(true) }
        if needed.contains(.constant(false)) { return .constant(false) }
        return needed.count == 1 ? needed[0] : needed.isEmpty ? .constant(true) : .all(needed)
    }
}

/// A pattern of `like`, read.
package struct LikePattern: Hashable, Sendable {
    /// From left to right.
    package let parts: [Part]

    /// A part of a pattern.
    package enum Part: Hashable, Sendable {
        /// Any text, also none.
        case anyText
        /// Any one character.
        case anyCharacter
        /// This character.
        case character(Unicode.Scalar)
    }

    /// Reads a pattern in which `%` and `*` are any text, `_` is any character, and a backslash takes the meaning from what
    /// follows.
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
