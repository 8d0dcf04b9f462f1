extension RequestParser {
    /// Parses the value of a filter, such as `eq.1` or `not.in.(1,2)`.
    mutating func test(of field: FieldPath, _ text: String) throws(RowQueryError) -> Filter {
        let part = "the filter on “\(NearestName.shortened(field.column))”"
        try countTest(in: part)
        var scanner = Scanner(text)
        let (isNegated, operation) = try operation(&scanner, in: part, isInTree: false)
        scanner.skipSurplusParentheses()
        guard scanner.isAtEnd else { throw unexpected(scanner, in: part, expecting: "the end") }
        return .test(field, isNegated: isNegated, operation)
    }

    /// Parses the value of `and` or `or`, such as `(a.eq.1,not.or(b.gt.2,c.is.null))`.
    mutating func tree(isAny: Bool, isNegated: Bool, _ text: String) throws(RowQueryError) -> Filter {
        var scanner = Scanner(text)
        scanner.skipSpaces()
        let filter = try group(&scanner, isAny: isAny, isNegated: isNegated, depth: 1)
        scanner.skipSurplusParentheses()
        guard scanner.isAtEnd else { throw unexpected(scanner, in: treePart, expecting: "the end") }
        return filter
    }

    private var treePart: String { "the filters of “and” or “or”" }

    private mutating func group(
        _ scanner: inout Scanner, isAny: Bool, isNegated: Bool, depth: Int
    ) throws(RowQueryError) -> Filter {
        guard depth <= limits.logicDepth else {
            throw .unreadable(treePart, "They are nested more than \(limits.logicDepth) deep.")
        }
        guard scanner.skip("(") else { throw unexpected(scanner, in: treePart, expecting: "an opening parenthesis") }
        var filters: [Filter] = []
        repeat {
            filters.append(try member(&scanner, depth: depth))
            scanner.skipSpaces()
        } while scanner.skip(",")
        guard scanner.skip(")") else {
            throw unexpected(scanner, in: treePart, expecting: "a comma or a closing parenthesis")
        }
        return isAny ? .any(filters, isNegated: isNegated) : .all(filters, isNegated: isNegated)
    }

    private mutating func member(_ scanner: inout Scanner, depth: Int) throws(RowQueryError) -> Filter {
        scanner.skipSpaces()
        let start = scanner
        let isNegated = scanner.skip("not.")
        if scanner.skipConnective("and") {
            return try group(&scanner, isAny: false, isNegated: isNegated, depth: depth + 1)
        }
        if scanner.skipConnective("or") {
            return try group(&scanner, isAny: true, isNegated: isNegated, depth: depth + 1)
        }
        scanner = start
        try countTest(in: treePart)
        let column = try name(&scanner, in: treePart)
        let steps = try steps(&scanner, in: treePart)
        guard scanner.skip(".") else { throw unexpected(scanner, in: treePart, expecting: "a dot") }
        let (isTestNegated, operation) = try operation(&scanner, in: treePart, isInTree: true)
        return .test(FieldPath(column, steps), isNegated: isTestNegated, operation)
    }

    /// Operators of PostgREST that are not supported.
    private static let others: Set<String> = [
        "fts", "plfts", "phfts", "wfts", "match", "imatch", "sl", "sr", "nxr", "nxl", "adj",
    ]

    private mutating func operation(
        _ scanner: inout Scanner, in part: String, isInTree: Bool
    ) throws(RowQueryError) -> (isNegated: Bool, Filter.Operation) {
        let isNegated = scanner.skip("not.")
        let start = scanner
        let word = scanner.text(until: [UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ","), UInt8(ascii: ")")])
        if Self.others.contains(word), scanner.isNext(".") || scanner.isNext("(") {
            throw .notBuilt("The operator “\(word)”")
        }
        let known =
            Comparison(rawValue: word) != nil || Filter.ListTest(rawValue: word) != nil
            || ["like", "ilike", "in", "is"].contains(word)
        let isAny = known ? quantifier(&scanner, of: word) : nil
        guard known, scanner.skip(".") else {
            throw unexpected(
                start, in: part,
                expecting:
                    "an operator (eq, neq, gt, gte, lt, lte, like, ilike, in, is, isdistinct, cs, cd, ov) and a dot")
        }
        if let isAny {
            return (
                isNegated,
                try quantified(word, isAny, isInTree ? scanner.item(allowsArray: true) : scanner.rest(), part)
            )
        }
        switch word {
        case "in": return (isNegated, .isOneOf(try list(&scanner, in: part)))
        case "is":
            let text = isInTree ? scanner.item(allowsArray: false) : scanner.rest()
            guard let value = Filter.Known(rawValue: text.lowercased()) else {
                throw .unreadable(part, "“is” is followed by null, not_null, true, false or unknown.")
            }
            return (isNegated, .isKnown(as: value))
        default:
            let operand = isInTree ? scanner.item(allowsArray: true) : scanner.rest()
            if let test = Filter.ListTest(rawValue: word) { return (isNegated, .list(test, operand)) }
            return (isNegated, Self.operation(word, operand))
        }
    }

    private static func operation(_ word: String, _ operand: String) -> Filter.Operation {
        if let comparison = Comparison(rawValue: word) { return .compare(comparison, operand) }
        return .like(operand, ignoresCase: word == "ilike")
    }

    /// Skips the modifier of an operator, and returns whether it is `any` rather than `all`.
    private func quantifier(_ scanner: inout Scanner, of word: String) -> Bool? {
        guard ["eq", "gt", "gte", "lt", "lte", "like", "ilike"].contains(word) else { return nil }
        if scanner.skip("(any)") { return true }
        return scanner.skip("(all)") ? false : nil
    }

    /// Parses the array after an operator with a modifier.
    private mutating func quantified(
        _ word: String, _ isAny: Bool, _ text: String, _ part: String
    ) throws(RowQueryError) -> Filter.Operation {
        guard let items = ArrayLiteral.items(of: text) else {
            throw .unreadable(part, "“\(word)(\(isAny ? "any" : "all"))” is followed by an array, such as {1,2}.")
        }
        var operations: [Filter.Operation] = []
        for item in items {
            guard let item else { throw .notBuilt("NULL in the array of “any” or “all”") }
            try countTest(in: part)
            operations.append(Self.operation(word, item))
        }
        return .quantified(isAny: isAny, operations)
    }

    private func list(_ scanner: inout Scanner, in part: String) throws(RowQueryError) -> [String] {
        guard scanner.skip("(") else { throw unexpected(scanner, in: part, expecting: "an opening parenthesis") }
        var rest = scanner
        rest.skipSpaces()
        if rest.skip(")") {
            scanner = rest
            return []
        }
        var items: [String] = []
        repeat {
            guard items.count < limits.listItems else {
                throw .unreadable(part, "A list has more than \(limits.listItems) values.")
            }
            items.append(scanner.item(allowsArray: false))
        } while scanner.skip(",")
        guard scanner.skip(")") else {
            throw unexpected(scanner, in: part, expecting: "a comma or a closing parenthesis")
        }
        return items
    }
}
