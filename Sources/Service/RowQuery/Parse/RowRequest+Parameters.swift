extension RowRequest {
    /// Parses the parameters of a request.
    ///
    /// The first one wins if `select`, `columns` or `on_conflict` is repeated, or if `order`, `limit` or `offset` is
    /// repeated for the same rows. The parameters of a function called by GET are arguments rather than filters.
    /// - Throws: PGRST100, or PGRST127 for PostgREST features that this module does not support.
    package init(
        _ parameters: [QueryString.Parameter], function: Function? = nil, limits: QueryLimits = QueryLimits()
    ) throws(RowQueryError) {
        guard parameters.count <= limits.parameters else {
            throw .unreadable("the query", "It has more than \(limits.parameters) parameters.")
        }
        guard parameters.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= limits.queryBytes else {
            throw .unreadable("the query", "It is longer than \(limits.queryBytes) bytes.")
        }
        self.init()
        var parser = RequestParser(limits: limits)
        let argumentNames = Set(function?.parameters.map(\.name) ?? [])
        var isSelected = false
        for parameter in parameters {
            switch parameter.name {
            case "select":
                guard !isSelected else { continue }
                isSelected = true
                select = try parser.select(parameter.value)
            case "columns": if columns == nil { columns = try parser.names(parameter.value, of: "columns") }
            case "on_conflict":
                if onConflict == nil { onConflict = try parser.names(parameter.value, of: "on_conflict") }
            case let name where argumentNames.contains(name): arguments[name] = parameter.value
            default: try add(parameter, &parser)
            }
        }
    }

    /// Adds a parameter with a path as its name.
    private mutating func add(_ parameter: QueryString.Parameter, _ parser: inout RequestParser) throws(RowQueryError) {
        var (path, steps) = try parser.path(parameter.name)
        let last = path.removeLast()
        let value = parameter.value
        guard steps.isEmpty else {
            return filters.append(Placed(path: path, try parser.test(of: FieldPath(last, steps), value)))
        }
        switch last {
        case "order":
            if !orders.contains(where: { $0.path == path }) {
                orders.append(Placed(path: path, try parser.order(value)))
            }
        case "limit":
            if !self.limits.contains(where: { $0.path == path }) {
                self.limits.append(Placed(path: path, try parser.count(value, last)))
            }
        case "offset":
            if !offsets.contains(where: { $0.path == path }) {
                offsets.append(Placed(path: path, max(0, try parser.number(value, last))))
            }
        case "and", "or":
            let isNegated = path.last == "not"
            if isNegated { path.removeLast() }
            filters.append(Placed(path: path, try parser.tree(isAny: last == "or", isNegated: isNegated, value)))
        default: filters.append(Placed(path: path, try parser.test(of: FieldPath(last), value)))
        }
    }
}

extension RequestParser {
    /// Parses the name of a parameter.
    ///
    /// It has names of embeds, then a column with a path into it, or a keyword.
    func path(_ text: String) throws(RowQueryError) -> (names: [String], steps: [JSONStep]) {
        let part = "the name of a parameter"
        var scanner = Scanner(text)
        var names: [String] = []
        repeat {
            names.append(try name(&scanner, in: part))
            guard names.count <= limits.embedDepth + 2 else {
                throw .notBuilt("Embedding more than \(limits.embedDepth) deep")
            }
        } while scanner.skip(".")
        let steps = try steps(&scanner, in: part)
        guard scanner.isAtEnd else { throw unexpected(scanner, in: part, expecting: "a dot or the end") }
        return (names, steps)
    }

    /// Parses a list of columns.
    func names(_ text: String, of parameter: String) throws(RowQueryError) -> [String] {
        let part = "the parameter “\(parameter)”"
        var scanner = Scanner(text)
        var names: [String] = []
        repeat {
            let name = try name(&scanner, in: part)
            if !names.contains(name) { names.append(name) }
            guard names.count <= limits.fields else {
                throw .unreadable(part, "It has more than \(limits.fields) columns.")
            }
        } while scanner.skip(",")
        guard scanner.isAtEnd else { throw unexpected(scanner, in: part, expecting: "a comma or the end") }
        return names
    }

    /// Parses a number of rows, which may be negative.
    func number(_ text: String, _ parameter: String) throws(RowQueryError) -> Int {
        guard text.utf8.count <= 15, let number = Int(text) else {
            throw .unreadable("the parameter “\(parameter)”", "It is not a number of rows.")
        }
        return number
    }

    /// Parses a non-negative number of rows.
    func count(_ text: String, _ parameter: String) throws(RowQueryError) -> Int {
        let number = try number(text, parameter)
        guard number >= 0 else {
            throw RowQueryError(
                .rangeOutside, "The requested range cannot be satisfied.",
                details: .text("“\(parameter)” is at least zero."))
        }
        return number
    }
}
