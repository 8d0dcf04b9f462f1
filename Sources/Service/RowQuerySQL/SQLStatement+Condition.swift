import RowQuery
import SQL

extension SQLStatement {
    /// Adds a condition with the value 1, 0 or null.
    mutating func add(_ condition: Condition) {
        if isTooLong { return }
        switch condition {
        case .constant(let holds): add(holds ? "TRUE" : "FALSE")
        case .all(let conditions): add(conditions, joinedBy: " AND ")
        case .any(let conditions): add(conditions, joinedBy: " OR ")
        // Indexes apply to this form only.
        case .not(.isNull(let operand)):
            add("(")
            add(operand)
            add(" IS NOT NULL)")
        case .not(let condition):
            add("(NOT ")
            add(condition)
            add(")")
        case .compare(let comparison, let operand, let value): add(comparison, operand, value)
        case .links(let left, let right, let areEqual):
            add("(")
            add(left)
            add(areEqual ? " = " : " <> ")
            add(right)
            add(")")
        case .same(let left, let right):
            add("(")
            add(left)
            add(" IS NOT DISTINCT FROM ")
            add(right)
            add(")")
        case .isOneOf(let operand, let values): add(isOneOf: operand, values)
        case .isNull(let operand):
            add("(")
            add(operand)
            add(" IS NULL)")
        case .isTruth(let operand, let truth):
            add("(")
            add(operand, as: .integer)
            add(truth ? " IS NOT DISTINCT FROM 1)" : " IS NOT DISTINCT FROM 0)")
        case .like(let operand, let pattern, let ignoresCase): add(like: operand, pattern, ignoresCase: ignoresCase)
        case .list(let test, let operand, let items): add(test, of: operand, items)
        case .length(let operand, let range):
            add("(")
            add(call: "rowquery_characters", [operand], as: .integer)
            add(" BETWEEN ")
            bind(range.lowerBound)
            add(" AND ")
            bind(range.upperBound)
            add(")")
        case .holds(let name, let operands):
            add("(")
            add(call: name, operands, as: .integer)
            add(" <> 0)")
        case .exists(let rows):
            add("EXISTS (SELECT 1")
            add(from: rows)
            add(rows.range)
            add(")")
        case .isAmong(let alias, let links, let rows):
            add("((")
            add(links, between: ", ") { $0.add(column: $1.ours, of: alias) }
            add(") IN (SELECT ")
            add(links, between: ", ") { $0.add(column: $1.theirs, of: rows.alias) }
            add(from: rows)
            add("))")
        }
    }

    /// Adds a value.
    ///
    /// - Parameters:
    ///   - operand: the value.
    ///   - type: its type, or nil for JSON of any type.
    mutating func add(_ operand: Operand, as type: StoredType? = .text) {
        if isTooLong { return }
        switch operand {
        case .column(let alias, let name): add(column: name, of: alias)
        case .value(let value): bind(value.sqlValue, as: type ?? StoredType(of: value))
        case .firstOf(let operands):
            add("coalesce(")
            add(operands, between: ", ") { $0.add($1, as: type) }
            add(")")
        case .call(let name, let operands): add(call: name, operands, as: type)
        case .lookup(let column, let rows):
            add("(SELECT ")
            add(column: column, of: rows.alias)
            add(from: rows)
            add(" LIMIT 1)")
        case .within(let operand, let rows):
            add("(SELECT ")
            add(operand, as: type)
            add(from: rows)
            add(" LIMIT 1)")
        case .path(let operand, let type, let steps): add(path: operand, type, steps)
        case .cast(let operand, let source, let target): add(cast: operand, from: source, to: target, as: type)
        }
    }

    /// Adds the limit and offset of a range; nothing for all rows.
    mutating func add(_ range: RowRange) {
        guard range != RowRange() else { return }
        if dialect == .postgreSQL, range.limit == nil {
            add(" OFFSET ")
            return bind(range.offset)
        }
        add(" LIMIT ")
        bind(range.limit ?? -1)
        add(" OFFSET ")
        bind(range.offset)
    }

    /// Adds the source of related rows.
    mutating func add(from rows: RelatedRows) {
        add(" FROM ")
        add(identifier: rows.table)
        add(" AS ")
        add(alias: rows.alias)
        add(" WHERE ")
        add(rows.condition)
    }

    private mutating func add(_ conditions: [Condition], joinedBy word: StaticString) {
        add("(")
        add(conditions, between: word) { $0.add($1) }
        add(")")
    }

    private mutating func add(_ comparison: Comparison, _ operand: Operand, _ value: Value) {
        add("(")
        add(operand, as: StoredType(of: value))
        switch comparison {
        case .equal: add(" = ")
        case .notEqual: add(" <> ")
        case .greater: add(" > ")
        case .greaterOrEqual: add(" >= ")
        case .less: add(" < ")
        case .lessOrEqual: add(" <= ")
        case .distinct: add(" IS DISTINCT FROM ")
        }
        bind(value)
        add(")")
    }

    private mutating func add(isOneOf operand: Operand, _ values: [Value]) {
        guard let first = values.first else { return add("FALSE") }
        add("(")
        add(operand, as: StoredType(of: first))
        if values.count <= 16 {
            add(" IN (")
            add(values, between: ", ") { $0.bind($1) }
            add("))")
        } else {
            add(" IN (")
            add(elementsOf: values)
            add("))")
        }
    }

    private mutating func add(like operand: Operand, _ pattern: LikePattern, ignoresCase: Bool) {
        // SQLite's LIKE ignores only the case of ASCII letters; its GLOB compares exactly.
        switch dialect {
        case .sqlite:
            add(ignoresCase ? "(rowquery_lowercase(" : "((")
            add(operand)
            add(") GLOB ")
            bind(pattern.glob(isLowercase: ignoresCase))
        case .postgreSQL:
            add("(")
            if ignoresCase { add(lowercase: operand) } else { add(operand) }
            add(" LIKE ")
            bind(pattern.like(isLowercase: ignoresCase))
        }
        add(")")
    }

    /// Adds a test of a list's items; nulls among them equal nothing.
    private mutating func add(_ test: Filter.ListTest, of operand: Operand, _ items: Value) {
        add("(CASE WHEN ")
        add(operand)
        add(" IS NOT NULL THEN ")
        switch test {
        case .contains: add(items: items, missingIn: operand, isReversed: false)
        case .isContained: add(items: items, missingIn: operand, isReversed: true)
        case .overlaps:
            add("EXISTS (SELECT 1 FROM ")
            add(itemsAs: "held", areTexts: true) { $0.add(operand) }
            add(" WHERE held.value IN (SELECT wanted.value FROM ")
            add(itemsAs: "wanted", areTexts: true) { $0.bind(items) }
            add(" WHERE wanted.value IS NOT NULL))")
        }
        add(" END)")
    }

    /// Adds the test that no wanted item is missing in a list.
    ///
    /// Reversed, no item of the list is missing among the wanted ones.
    private mutating func add(items: Value, missingIn operand: Operand, isReversed: Bool) {
        let wanted = { (statement: inout SQLStatement) in statement.bind(items) }
        let held = { (statement: inout SQLStatement) in statement.add(operand) }
        add("NOT EXISTS (SELECT 1 FROM ")
        add(itemsAs: "inner_list", areTexts: true, isReversed ? held : wanted)
        add(" WHERE inner_list.value IS NULL OR inner_list.value NOT IN (SELECT outer_list.value FROM ")
        add(itemsAs: "outer_list", areTexts: true, isReversed ? wanted : held)
        add(" WHERE outer_list.value IS NOT NULL))")
    }

    /// Adds the result of one of the program's functions; see ``AskingSession`` for PostgreSQL.
    mutating func add(call name: String, _ operands: [Operand], as type: StoredType?) {
        guard dialect == .postgreSQL else {
            add(identifier: name)
            add("(")
            add(operands, between: ", ") { $0.add($1) }
            return add(")")
        }
        if type != nil { add("CAST(") }
        addAnswer { statement in
            statement.bind(name, as: .text)
            for operand in operands {
                statement.add(", ")
                statement.add(operand, as: nil)
            }
        }
        guard let type else { return }
        add(" #>> '{}'")
        add(type.endOfCast)
    }
}

extension LikePattern {
    /// Returns the pattern in the syntax of LIKE.
    func like(isLowercase: Bool) -> String {
        var like = ""
        for part in parts {
            switch part {
            case .anyText: like += "%"
            case .anyCharacter: like += "_"
            case .character(let scalar):
                let text = isLowercase ? scalar.properties.lowercaseMapping : String(scalar)
                for scalar in text.unicodeScalars {
                    if scalar == "%" || scalar == "_" || scalar == "\\" { like += "\\" }
                    like.unicodeScalars.append(scalar)
                }
            }
        }
        return like
    }

    /// Returns the pattern in the syntax of GLOB.
    func glob(isLowercase: Bool) -> String {
        var glob = ""
        for part in parts {
            switch part {
            case .anyText: glob += "*"
            case .anyCharacter: glob += "?"
            case .character(let scalar):
                let text = isLowercase ? scalar.properties.lowercaseMapping : String(scalar)
                for scalar in text.unicodeScalars {
                    switch scalar {
                    case "*": glob += "[*]"
                    case "?": glob += "[?]"
                    case "[": glob += "[[]"
                    default: glob.unicodeScalars.append(scalar)
                    }
                }
            }
        }
        return glob
    }
}
