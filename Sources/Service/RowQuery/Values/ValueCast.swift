import Values

/// The conversion of values between types by PostgreSQL's rules.
package enum ValueCast {
    /// The name of the database's function for ``value(_:from:to:)``.
    package static let function = "rowquery_cast"

    /// Makes sure that there is a conversion.
    ///
    /// - Throws: 42846 otherwise.
    static func check(from source: ValueType, to target: ValueType) throws(RowQueryError) {
        let isPossible =
            switch (source, target) {
            case (source, source), (_, .column(.text)), (.column(.text), _): true
            case (.column(.bool), .integer), (.integer, .column(.bool)): true
            case (.column(.date), .column(.timestamp)), (.column(.timestamp), .column(.date)): true
            case (.column(.json), .column(.bool)): true
            case (.column(.json), _): target.isNumber
            default: source.isNumber && target.isNumber
            }
        guard !isPossible else { return }
        throw RowQueryError(.noCast, "Cannot cast type \(source.name) to \(target.name).")
    }

    /// Converts a value between the stored forms of types; null stays null.
    ///
    /// - Throws: 22P02, 22003, 22007, 22008, 22021 or 22023 for a value that the type does not have.
    package static func value(
        _ value: Value, from source: ValueType, to target: ValueType
    ) throws(RowQueryError) -> Value {
        do {
            return try converted(value, from: source, to: target)
        } catch {
            throw mistake(error.code, target)
        }
    }

    /// Returns the error for a value that cannot be converted.
    package static func mistake(_ code: RowQueryError.Code, _ target: ValueType) -> RowQueryError {
        let message =
            switch code {
            case .numberOutOfRange, .timeOutOfRange: "A value to cast is out of range for type \(target.name)."
            case .invalidCast: "A JSON value cannot be cast to type \(target.name)."
            case .invalidCharacter: "A value to cast contains the character U+0000."
            default: "Invalid input syntax for type \(target.name) in a cast."
            }
        return RowQueryError(code, message)
    }

    private static func converted(
        _ value: Value, from source: ValueType, to target: ValueType
    ) throws(RowQueryError) -> Value {
        if value == .null || source == target { return value }
        if target == .column(.text) { return .text(try text(of: value, source)) }
        switch (source, value) {
        case (.column(.text), .text(let text)): return try parsed(text, as: target)
        case (.column(.date), .text(let text)): return .text(text + "T00:00:00.000000+00:00")
        case (.column(.timestamp), .text(let text)): return .text(String(text.prefix(10)))
        case (.column(.json), .text(let text)):
            switch (JSONBText.value(of: text), target) {
            case (.flag(let flag), .column(.bool)): return .integer(flag ? 1 : 0)
            case (.number(let number), _) where target.isNumber: return try parsed(number, as: .decimal, then: target)
            default: throw mistake(.invalidCast, target)
            }
        case (.integer, .integer(let number)) where target == .column(.bool): return .integer(number == 0 ? 0 : 1)
        case (.double, .number(let double)) where target != .decimal:
            let whole = double.rounded(.toNearestOrEven)
            guard let exact = Int64(exactly: whole) else { throw mistake(.numberOutOfRange, target) }
            return try number(ExactNumber(exact), as: target)
        default:
            guard let exact = exact(value) else { throw mistake(.numberOutOfRange, target) }
            return try number(exact, as: target)
        }
    }

    /// Returns a stored number.
    ///
    /// A whole floating-point number may come as an integer.
    private static func exact(_ value: Value) -> ExactNumber? {
        switch value {
        case .integer(let number): ExactNumber(number)
        case .number(let number): ExactNumber(number)
        case .text(let text): ExactNumber(text)
        case .null, .bool, .list, .integers: nil
        }
    }

    private static func number(_ exact: ExactNumber, as target: ValueType) throws(RowQueryError) -> Value {
        let range: ClosedRange<Int64>
        switch target {
        case .smallint: range = Int64(Int16.min)...Int64(Int16.max)
        case .integer: range = Int64(Int32.min)...Int64(Int32.max)
        case .column(.integer): range = Int64.min...Int64.max
        case .double:
            guard exact.double.isFinite else { throw mistake(.numberOutOfRange, target) }
            return .number(exact.double)
        default: return .text(exact.text)
        }
        guard let integer = exact.integer, range.contains(integer) else { throw mistake(.numberOutOfRange, target) }
        return .integer(integer)
    }

    private static func parsed(
        _ text: String, as type: ValueType, then target: ValueType
    ) throws(RowQueryError) -> Value {
        try converted(parsed(text, as: type), from: type, to: target)
    }

    private static func parsed(_ text: String, as target: ValueType) throws(RowQueryError) -> Value {
        let place = "a cast"
        switch target {
        case .smallint, .integer:
            guard case .integer(let integer) = try ColumnType.integer.value(of: text, for: place) else { return .null }
            return try number(ExactNumber(integer), as: target)
        case .decimal, .double:
            let trimmed = ColumnType.numeric.trimmed(text)
            guard ColumnType.isDecimal(trimmed.utf8) else { throw mistake(.invalidValue, target) }
            guard target == .decimal else {
                guard let double = Double(String(trimmed)), double.isFinite else {
                    throw mistake(.numberOutOfRange, target)
                }
                return .number(double)
            }
            guard let exact = ExactNumber(trimmed) else { throw mistake(.numberOutOfRange, target) }
            return .text(exact.text)
        case .column(let type):
            let value = try type.value(of: text, for: place)
            guard case .bool(let flag) = value else { return value }
            return .integer(flag ? 1 : 0)
        }
    }

    // MARK: Texts

    private static func text(of value: Value, _ type: ValueType) throws(RowQueryError) -> String {
        switch (type, value) {
        case (.column(.bool), .integer(let number)): return number == 0 ? "false" : "true"
        case (.column(.timestamp), .text(let text)): return timestamp(text)
        case (.column(.textList), .text(let text)), (.column(.integerList), .text(let text)): return array(text)
        case (.double, .number(let number)): return double(number)
        case (.double, .integer(let number)): return double(Double(number))
        case (_, .text(let text)): return text
        default:
            guard let exact = exact(value) else { throw mistake(.numberOutOfRange, .column(.text)) }
            return exact.text
        }
    }

    /// Returns a time as PostgreSQL's own text has it, in the zone UTC.
    private static func timestamp(_ text: String) -> String {
        let seconds = text.prefix(19).replacing("T", with: " ")
        let fraction = text.dropFirst(19).prefix { $0 != "+" }
        let kept = fraction.dropLast(fraction.reversed().prefix { $0 == "0" }.count)
        return seconds + (kept == "." ? "" : kept) + "+00"
    }

    /// Returns a list as PostgreSQL's text of an array.
    private static func array(_ json: String) -> String {
        let items = JSONBText.value(of: json)?.list ?? []
        let texts = items.map { item -> String in
            if case .number(let number) = item { return number }
            guard let text = item.text else { return "NULL" }
            let isPlain =
                !text.isEmpty && text.uppercased() != "NULL"
                && !text.utf8.contains { "{}\",\\ \t\n\r\u{b}\u{c}".utf8.contains($0) }
            return isPlain ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return "{" + texts.joined(separator: ",") + "}"
    }

    /// Returns a floating-point number with the fewest digits that denote it, as PostgreSQL writes it.
    private static func double(_ number: Double) -> String {
        guard let exact = ExactNumber("\(number)")?.withoutZerosAtEnd else { return "\(number)" }
        let (place, digits) = exact.magnitude
        let exponent = place - 1
        guard !digits.isEmpty, exponent < -4 || exponent >= 15 else { return exact.text }
        let shown = digits.map { String($0) }
        let fraction = shown.count > 1 ? "." + shown.dropFirst().joined() : ""
        let size = String(abs(exponent))
        return (exact.isNegative ? "-" : "") + shown[0] + fraction + (exponent < 0 ? "e-" : "e+")
            + (size.utf8.count < 2 ? "0" : "") + size
    }
}

extension ValueType {
    fileprivate var isNumber: Bool {
        switch self {
        case .smallint, .integer, .decimal, .double, .column(.integer), .column(.numeric): true
        case .column: false
        }
    }
}
