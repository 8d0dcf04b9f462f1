import RowQuery
import SQL

/// The reason why a cast failed, as text that SQLite repeats in its error.
enum CastMistake {
    private static let mark = "rowquery cast:"

    /// Converts a value between types: the value and the codes of both types.
    static func result(of arguments: [SQLValue]) -> Result<Value, RowQueryError> {
        guard arguments.count == 3, case .text(let source) = arguments[1], case .text(let target) = arguments[2],
            let source = ValueType(code: source), let target = ValueType(code: target)
        else { return .success(.null) }
        return Result { () throws(RowQueryError) in
            try ValueCast.value(Value(stored: arguments[0]), from: source, to: target)
        }
    }

    /// Returns the reason as text; nil if the cast succeeds.
    static func text(of arguments: [SQLValue]) -> String? {
        guard case .failure(let error) = result(of: arguments), case .text(let target) = arguments[2] else {
            return nil
        }
        return "\(mark)\(error.code.rawValue):\(target):"
    }

    /// Finds the reason in an error of SQLite; nil for other errors.
    static func error(in error: SQLError) -> RowQueryError? {
        guard let start = error.description.firstRange(of: mark)?.upperBound else { return nil }
        let parts = error.description[start...].split(separator: ":", maxSplits: 2)
        guard parts.count == 3, let code = RowQueryError.Code(rawValue: String(parts[0])),
            let target = ValueType(code: String(parts[1]))
        else { return nil }
        return ValueCast.mistake(code, target)
    }
}
