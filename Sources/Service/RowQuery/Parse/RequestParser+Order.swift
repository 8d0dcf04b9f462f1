extension RequestParser {
    /// Parses `order`, such as `created_at.desc.nullslast,children(name)`.
    func order(_ text: String) throws(RowQueryError) -> [OrderTerm] {
        let part = "the parameter “order”"
        var scanner = Scanner(text)
        var terms: [OrderTerm] = []
        repeat {
            guard terms.count < limits.orderTerms else {
                throw .unreadable(part, "There are more than \(limits.orderTerms) columns.")
            }
            var term = OrderTerm(try name(&scanner, in: part))
            if scanner.skip("(") {
                term.relation = term.column
                term.column = try name(&scanner, in: part)
                term.steps = try steps(&scanner, in: part)
                guard scanner.skip(")") else {
                    throw unexpected(scanner, in: part, expecting: "a closing parenthesis")
                }
            } else {
                term.steps = try steps(&scanner, in: part)
            }
            try direction(&scanner, of: &term, in: part)
            terms.append(term)
            scanner.skipSpaces()
        } while scanner.skip(",")
        scanner.skipSurplusParentheses()
        guard scanner.isAtEnd else { throw unexpected(scanner, in: part, expecting: "a comma or the end") }
        return terms
    }

    private func direction(
        _ scanner: inout Scanner, of term: inout OrderTerm, in part: String
    ) throws(RowQueryError) {
        var isDirected = false
        while scanner.skip(".") {
            let word = scanner.text(until: [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: ")")])
            switch word {
            case "asc" where !isDirected && term.areNullsFirst == nil: isDirected = true
            case "desc" where !isDirected && term.areNullsFirst == nil:
                isDirected = true
                term.isDescending = true
            case "nullsfirst" where term.areNullsFirst == nil: term.areNullsFirst = true
            case "nullslast" where term.areNullsFirst == nil: term.areNullsFirst = false
            default: throw .unreadable(part, "A column is followed by asc or desc, and nullsfirst or nullslast.")
            }
        }
    }
}
