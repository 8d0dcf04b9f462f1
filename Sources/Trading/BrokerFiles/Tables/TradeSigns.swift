import Trading

/// The signs of a file's trades, which reveal reversals.
///
/// A purchase of −10 shares reverses one of 10, as does a purchase with an amount that has the sign of received ones.
struct TradeSigns {
    private struct Trade {
        let place: Int32
        let action: Action
        let quantity: Int8
        let amount: Int8
    }

    private var trades: [Trade] = []
    /// Whether amounts are changes of cash by the broker's definition.
    ///
    /// Otherwise the more frequent sign is the normal one.
    private let areAmountsCash: Bool

    init(areAmountsCash: Bool = false) {
        self.areAmountsCash = areAmountsCash
    }

    /// Records a trade at a place in the file, with numbers as written.
    mutating func add(_ action: Action, at place: Int32, quantity: Amount, amount: Amount? = nil) {
        trades.append(
            Trade(place: place, action: action, quantity: Self.sign(quantity), amount: Self.sign(amount ?? 0)))
    }

    /// The places of reversals.
    var reversals: Set<Int32> {
        var reversals: Set<Int32> = []
        for action in [Action.buy, .reinvest, .sell] {
            let trades = trades.filter { $0.action == action }
            // Sold shares are negative in some files and positive in others.
            let shares: Int8 = action == .sell ? Self.usual(trades.map(\.quantity)) ?? -1 : 1
            reversals.formUnion(trades.filter { $0.quantity == -shares }.map(\.place))
            // A dividend paid in shares has an amount of either sign.
            guard action != .reinvest else { continue }
            let others = trades.filter { $0.quantity != -shares }
            let cash: Int8 = action == .sell ? 1 : -1
            let amount = areAmountsCash ? cash : Self.usual(others.map(\.amount)) ?? cash
            reversals.formUnion(others.filter { $0.amount == -amount }.map(\.place))
        }
        return reversals
    }

    /// Returns the more frequent sign; `nil` if both occur equally often.
    private static func usual(_ signs: [Int8]) -> Int8? {
        let sum = signs.reduce(0) { $0 + Int($1) }
        return sum == 0 ? nil : sum < 0 ? -1 : 1
    }

    private static func sign(_ number: Amount) -> Int8 { number == 0 ? 0 : number < 0 ? -1 : 1 }
}
