extension RequestParser {
    /// Parses `select`; an empty text means all columns.
    mutating func select(_ text: String) throws(RowQueryError) -> [SelectItem] {
        var scanner = Scanner(text)
        scanner.skipSpaces()
        let items = try selectItems(&scanner, depth: 0)
        scanner.skipSurplusParentheses()
        guard scanner.isAtEnd else { throw unexpected(scanner, in: part, expecting: "a comma or the end") }
        return items.isEmpty ? [.all] : items
    }

    private var part: String { "the parameter “select”" }

    /// Parses items up to the end, or up to an embed's closing parenthesis.
    private mutating func selectItems(_ scanner: inout Scanner, depth: Int) throws(RowQueryError) -> [SelectItem] {
        scanner.skipSpaces()
        if scanner.isAtEnd || scanner.isNext(")") { return [] }
        var items: [SelectItem] = []
        repeat {
            guard items.count < limits.fields else {
                throw .unreadable(part, "An object has more than \(limits.fields) fields.")
            }
            items.append(try selectItem(&scanner, depth: depth))
            scanner.skipSpaces()
        } while scanner.skip(",")
        return items
    }

    private mutating func selectItem(_ scanner: inout Scanner, depth: Int) throws(RowQueryError) -> SelectItem {
        scanner.skipSpaces()
        let isSpread = scanner.skip("...")
        if !isSpread, scanner.skip("*") { return .all }
        var name = try name(&scanner, in: part)
        var alias: String?
        if !isSpread, scanner.isNext(":"), !scanner.isNext("::") {
            _ = scanner.skip(":")
            alias = name
            name = try self.name(&scanner, in: part)
        }
        if !isSpread, scanner.isNext("->") || scanner.isNext("::") || scanner.isNext(".") {
            return .value(try value(&scanner, of: name, alias: alias))
        }
        let (hint, isInner, isMarked) = try marks(&scanner)
        guard scanner.skip("(") else {
            guard !isMarked, !isSpread else { throw unexpected(scanner, in: part, expecting: "an opening parenthesis") }
            return .column(name, alias: alias)
        }
        if name == "count", !isMarked, !isSpread, scanner.skip(")") {
            try countAggregate(in: part)
            return .value(
                SelectValue(nil, aggregate: .count, resultCast: try cast(&scanner, in: part), alias: alias))
        }
        guard depth < limits.embedDepth else {
            throw .notBuilt("Embedding more than \(limits.embedDepth) deep")
        }
        try countEmbed(in: part)
        let items = try selectItems(&scanner, depth: depth + 1)
        guard scanner.skip(")") else { throw unexpected(scanner, in: part, expecting: "a closing parenthesis") }
        var embed = SelectItem.Embed(name, alias: alias, hint: hint, isInner: isInner, items: items)
        embed.isSpread = isSpread
        return .embed(embed)
    }

    /// Parses the path, the casts and the aggregate after a column's name.
    private mutating func value(
        _ scanner: inout Scanner, of column: String, alias: String?
    ) throws(RowQueryError) -> SelectValue {
        var value = SelectValue(FieldPath(column, try steps(&scanner, in: part)), alias: alias)
        value.cast = try cast(&scanner, in: part)
        if scanner.skip(".") {
            value.aggregate = try aggregate(&scanner, in: part)
            value.resultCast = try cast(&scanner, in: part)
        }
        return value
    }

    /// Parses the marks after a relation's name: `!inner`, `!left`, `!hint`.
    private func marks(_ scanner: inout Scanner) throws(RowQueryError) -> (String?, isInner: Bool, isMarked: Bool) {
        var hint: String?
        var join: String?
        while scanner.skip("!") {
            let mark = try name(&scanner, in: part)
            if join == nil, mark == "inner" || mark == "left" {
                join = mark
            } else if hint == nil {
                hint = mark
            } else {
                throw .unreadable(part, "An embed has more than one hint.")
            }
        }
        return (hint, join == "inner", hint != nil || join != nil)
    }
}
