extension RequestParser {
    /// Parses the steps into a JSON value, such as `->a->0->>b`; none if no arrow follows.
    func steps(_ scanner: inout Scanner, in part: String) throws(RowQueryError) -> [JSONStep] {
        var steps: [JSONStep] = []
        while scanner.isNext("->") {
            guard steps.count < limits.pathSteps else {
                throw .unreadable(part, "A path has more than \(limits.pathSteps) steps.")
            }
            let isText = scanner.skip("->>")
            if !isText { _ = scanner.skip("->") }
            steps.append(JSONStep(try place(&scanner, in: part), isText: isText))
        }
        return steps
    }

    private func place(_ scanner: inout Scanner, in part: String) throws(RowQueryError) -> JSONStep.Place {
        var rest = scanner
        if let index = rest.index() {
            // PostgreSQL has indexes of 32 bits.
            guard let index = Int32(index) else {
                throw RowQueryError(.numberOutOfRange, "An index in \(part) is out of range for type integer.")
            }
            scanner = rest
            return .index(Int(index))
        }
        guard !scanner.isNext("-"), let key = scanner.jsonKey() else {
            throw unexpected(scanner, in: part, expecting: "a key or an index")
        }
        guard key.utf8.count <= limits.keyBytes, !key.utf8.contains(0) else {
            throw .unreadable(part, "A key has U+0000, or more than \(limits.keyBytes) bytes.")
        }
        return .key(key)
    }

    /// Parses the type after `::`; nil if none follows.
    func cast(_ scanner: inout Scanner, in part: String) throws(RowQueryError) -> String? {
        guard scanner.skip("::") else { return nil }
        return try name(&scanner, in: part)
    }

    /// Parses an aggregate after its dot, with its parentheses.
    mutating func aggregate(_ scanner: inout Scanner, in part: String) throws(RowQueryError) -> Aggregate {
        for aggregate in Aggregate.allCases {
            var rest = scanner
            let word = rest.text(until: [UInt8(ascii: "(")])
            guard word == aggregate.rawValue, rest.skip("()") else { continue }
            scanner = rest
            try countAggregate(in: part)
            return aggregate
        }
        throw unexpected(scanner, in: part, expecting: "count(), sum(), avg(), min() or max()")
    }
}

extension Scanner {
    /// Reads an index; nil unless the step ends after it.
    fileprivate mutating func index() -> String? {
        let sign = skip("-") ? "-" : ""
        var digits = ""
        while let byte = peek, (48...57).contains(byte) {
            digits.unicodeScalars.append(Unicode.Scalar(byte))
            advance()
        }
        let isAtEndOfStep = isAtEnd || isNext("->") || isNext("::") || isNext(".") || isNext(",") || isNext(")")
        return digits.isEmpty || !isAtEndOfStep ? nil : sign + digits
    }

    /// Reads a key of a JSON object; nil without one.
    ///
    /// In quotes it may contain anything; otherwise it ends before a step, a cast, or one of the characters `.,>()`.
    fileprivate mutating func jsonKey() -> String? {
        if peek == UInt8(ascii: "\"") { return quoted() }
        var key: [UInt8] = []
        while let byte = peek, !".,>()".utf8.contains(byte), !isNext("->"), !isNext("::") {
            key.append(byte)
            advance()
        }
        while let last = key.last, last == 32 || last == 9 { key.removeLast() }
        return key.isEmpty ? nil : String(decoding: key, as: UTF8.self)
    }
}
