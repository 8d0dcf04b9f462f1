import RowQuery
import SQL

/// Sums, averages and extremes of numbers without rounding, for SQLite, which has none.
///
/// Their argument is a JSON array of the values in a group.
enum ExactAggregates {
    /// The name of the database's function.
    static let function = "rowquery_aggregate"

    /// Returns the result as the text of a number; null without numbers.
    static func result(_ values: [SQLValue]) -> SQLValue {
        guard case .text(let name) = values[0], case .text(let array) = values[1] else { return .null }
        let numbers = numbers(in: array)
        let result: ExactNumber? =
            switch Aggregate(rawValue: name) {
            case .sum: ExactNumber.sum(of: numbers)
            case .avg: ExactNumber.sum(of: numbers)?.divided(by: numbers.count)
            case .min: numbers.min()
            case .max: numbers.max()
            case .count, nil: nil
            }
        return result.map { .text($0.text) } ?? .null
    }

    /// Returns the numbers of an array of numbers, of texts of numbers and of nulls.
    private static func numbers(in array: String) -> [ExactNumber] {
        array.dropFirst().dropLast().split(separator: ",").compactMap { item in
            if item.hasPrefix("\"") { return ExactNumber(item.dropFirst().dropLast()) }
            // SQLite writes whole floating-point numbers with a zero behind the point.
            return ExactNumber(item)?.withoutZerosAtEnd
        }
    }
}
