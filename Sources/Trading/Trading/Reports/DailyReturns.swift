import Foundation

/// The volatility of a sequence of daily returns (Welford's method).
struct DailyReturns {
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    /// Maximum closure of exchanges in days, as over Easter.
    ///
    /// A change over a longer time is not a daily return: treated as one, monthly prices would appear four times as
    /// volatile as they are.
    private static let longestPause = 5

    /// The number of trading days in a year.
    private static let daysOfYear = 252.0

    /// Adds the return between two consecutive trading days.
    ///
    /// - Parameters:
    ///   - ratio: the later value divided by the earlier one; greater than 0.
    ///   - start: the earlier day.
    ///   - end: the later day.
    mutating func add(_ ratio: Double, from start: Day, to end: Day) {
        guard end.days(since: start) <= DailyReturns.longestPause else { return }
        let number = log(ratio)
        count += 1
        let distance = number - mean
        mean += distance / count
        squares += distance * (number - mean)
    }

    /// The annualised sample deviation of the logarithmic returns; `nil` below two.
    var volatility: Double? {
        count < 2 ? nil : (squares / (count - 1)).squareRoot() * DailyReturns.daysOfYear.squareRoot()
    }
}
