import Foundation

/// The volatility of daily returns, which come one by one (Welford's method).
struct DailyReturns {
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    /// The longest time for which exchanges are closed, as over Easter, in days.
    ///
    /// What changed in a longer time is no daily return: scaled like one, monthly prices would be four times as volatile
    /// as they are.
    private static let longestPause = 5

    /// The number of trading days in a year.
    private static let daysOfYear = 252.0

    /// Adds the return from one day to the next on which there was trading.
    ///
    /// - Parameters:
    ///   - ratio: the later figure divided by the earlier one; greater than 0.
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

    /// The sample deviation of the logarithmic returns for a year, or `nil` for fewer than two.
    var volatility: Double? {
        count < 2 ? nil : (squares / (count - 1)).squareRoot() * DailyReturns.daysOfYear.squareRoot()
    }
}
