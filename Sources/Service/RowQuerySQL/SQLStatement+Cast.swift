import RowQuery
import SQL

extension SQLStatement {
    /// Adds a place in the JSON value of a column, as a text; see ``RowQuery/JSONStep``.
    mutating func add(path operand: Operand, _ type: ColumnType, _ steps: [JSONStep]) {
        guard dialect == .postgreSQL else {
            add(identifier: RowFunctions.path)
            add("(")
            add(operand)
            add(", ")
            bind(type.rawValue)
            add(", ")
            bind(JSONStep.json(steps))
            return add(")")
        }
        let isText = steps.last?.isText == true
        add(isText ? "((" : "(CAST((")
        add(json: operand, type)
        for step in steps {
            add(step.isText ? " ->> " : " -> ")
            switch step.place {
            case .key(let key):
                add("CAST(")
                bind(key)
                add(" AS text)")
            case .index(let index):
                add("CAST(")
                bind(index)
                add(" AS integer)")
            }
        }
        add(isText ? ") COLLATE \"C\")" : ") AS text) COLLATE \"C\")")
    }

    /// Adds a stored value as PostgreSQL's jsonb.
    private mutating func add(json operand: Operand, _ type: ColumnType) {
        switch type {
        case .json, .textList, .integerList:
            add("CAST(")
            add(operand)
            add(" AS jsonb)")
        case .bool:
            add("CAST(CASE ")
            add(operand, as: .integer)
            add(" WHEN 1 THEN 'true' WHEN 0 THEN 'false' END AS jsonb)")
        case .numeric:
            add("to_jsonb(CAST(")
            add(operand, as: .real)
            add(" AS numeric))")
        case .integer, .uuid, .text, .date, .timestamp:
            add("to_jsonb(CAST(")
            add(operand, as: StoredType(type))
            add(type == .integer ? " AS bigint))" : " AS text))")
        }
    }

    /// Adds a value in the stored form of another type; null for null.
    ///
    /// The conversion is the same on both engines, since it is the program's; see ``RowQuery/ValueCast``.
    mutating func add(
        cast operand: Operand, from source: ValueType, to target: ValueType, as type: StoredType?
    ) {
        if target == .column(.text), let kept = Self.words(of: source) {
            // The stored form is the text.
            guard kept == .integer else { return add(operand, as: kept) }
            add("CAST(")
            add(operand, as: kept)
            return add(StoredType.text.endOfCast(in: dialect))
        }
        let arguments = [operand, .value(.text(source.code)), .value(.text(target.code))]
        guard dialect == .sqlite else { return add(call: ValueCast.function, arguments, as: type) }
        add("coalesce(")
        add(call: ValueCast.function, arguments, as: nil)
        // A function cannot fail; an invalid path of JSON can, and tells why.
        add(", CASE WHEN ")
        add(operand)
        add(" IS NOT NULL THEN json_extract('{}', ")
        add(call: RowFunctions.mistake, arguments, as: nil)
        add(") END)")
    }

    /// Returns the stored type of values that need no conversion to text.
    private static func words(of type: ValueType) -> StoredType? {
        switch type {
        case .smallint, .integer, .column(.integer): .integer
        case .decimal, .column(.text), .column(.uuid), .column(.date), .column(.json): .text
        case .double, .column(.numeric), .column(.bool), .column(.timestamp), .column(.textList), .column(.integerList):
            nil
        }
    }
}
