import Foundation

/// Payments by day: negative into the account, positive out of it.
struct CashFlows {
    private var amounts: [Day: Amount] = [:]

    mutating func add(_ amount: Amount, on day: Day) {
        if amount != 0 { amounts[day, default: 0] += amount }
    }

    /// The annual rate r with a net present value of 0.
    ///
    /// The sum of all amounts × (1 + r)^(-days / 365) is then 0.
    ///
    /// - Returns: the rate nearest to 0, or `nil` if all amounts have the same sign, or if there is no rate from -99.99
    ///   % to one million.
    var rate: Double? {
        let days = amounts.keys.sorted()
        guard let first = days.first else { return nil }
        let flows = days.compactMap { day -> (years: Double, amount: Double)? in
            let amount = (amounts[day] ?? 0).double
            return amount == 0 ? nil : (Double(day.days(since: first)) / 365, amount)
        }
        guard flows.contains(where: { $0.amount > 0 }), flows.contains(where: { $0.amount < 0 }) else { return nil }
        // As a function of x = ln(1 + r), the sum is smooth and cheap to bound.
        func sum(_ x: Double) -> Double {
            flows.reduce(0) { $0 + $1.amount * exp(-x * $1.years) }
        }
        let (least, greatest) = (log(0.0001), log(1e6))
        let step = 0.05
        var (low, high) = (0.0, 0.0)
        var (atLow, atHigh) = (sum(0), sum(0))
        if atLow == 0 { return 0 }
        while low > least || high < greatest {
            if high < greatest {
                let next = high + step
                let value = sum(next)
                if value.sign != atHigh.sign || value == 0 { return exp(root(of: sum, from: high, to: next)) - 1 }
                (high, atHigh) = (next, value)
            }
            if low > least {
                let next = low - step
                let value = sum(next)
                if value.sign != atLow.sign || value == 0 { return exp(root(of: sum, from: low, to: next)) - 1 }
                (low, atLow) = (next, value)
            }
        }
        return nil
    }

    /// Finds a root between two places with different signs, by bisection.
    private func root(of function: (Double) -> Double, from start: Double, to end: Double) -> Double {
        var (near, far) = (start, end)
        let sign = function(near).sign
        for _ in 0..<100 {
            let middle = (near + far) / 2
            if function(middle).sign == sign { near = middle } else { far = middle }
        }
        return (near + far) / 2
    }
}
