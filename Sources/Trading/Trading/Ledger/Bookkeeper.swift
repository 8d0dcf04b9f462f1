import FailureModel
import Foundation

/// Books the entries of a journal one after another.
///
/// A single pass serves the holdings, returns and analyses of different days.
package struct Bookkeeper {
    /// The effect of one entry, in the account's currency.
    struct Booking {
        /// The index of the entry.
        let entry: Int
        /// The security with a changed number of shares.
        let security: Int32?
        /// Deposits and the cost of shares brought in, less withdrawals.
        let flow: Amount
    }

    /// A split, for adjusting earlier prices.
    struct Split {
        let day: Day
        let new: Amount
        let old: Amount
    }

    /// The price of a trade.
    struct TradePrice {
        let price: Amount
        let currency: CurrencyCode
        let day: Day
    }

    /// The level of detail to book; less detail takes less time.
    enum Detail {
        /// Shares and cash.
        case quantities
        /// Also lots and their costs.
        case lots
        /// Also each gain and each entry's cash.
        case gains
    }

    let journal: Journal
    private let method: LotMethod
    /// The index of the next entry to book.
    private(set) var next = 0
    /// The current day.
    ///
    /// An entry with an earlier day, in another time zone, counts on this day.
    private(set) var day = Day.first
    private(set) var books: [LotBook]
    /// The price of the last trade of each security.
    private(set) var tradePrices: [TradePrice?]
    private(set) var splits: [[Split]]
    /// The totals of the entries so far.
    package private(set) var totals = CashTotals()
    /// The cash in foreign currencies, as the broker would state it.
    private var balances: [CurrencyCode: Amount] = [:]
    /// The value of that cash in the account's currency at booking time.
    private var converted: Amount = 0
    /// The change of cash by each entry, in cents of the account's currency.
    private(set) var cash: [Amount] = []
    private(set) var gains: [RealisedGain] = []
    private(set) var failures: [Failure] = []
    /// The securities with more shares sold or split than held.
    private(set) var unbookable: Set<Int32> = []
    private let detail: Detail

    /// Starts at the beginning of a journal.
    ///
    /// - Parameters:
    ///   - journal: the entries.
    ///   - detail: the level of detail to book.
    init(_ journal: Journal, _ detail: Detail) {
        self.journal = journal
        self.detail = detail
        method = journal.settings.method ?? .fifo
        books = Array(
            repeating: LotBook(method: method, keepsLots: detail != .quantities), count: journal.securities.count)
        tradePrices = Array(repeating: nil, count: journal.securities.count)
        splits = Array(repeating: [], count: journal.securities.count)
        if detail == .gains { cash.reserveCapacity(journal.entries.count) }
    }

    /// Returns the cash of a currency, as the broker would state it.
    func balance(of currency: CurrencyCode) -> Amount {
        currency == journal.currency ? totals.balance - converted : balances[currency] ?? 0
    }

    /// The cash of each booked currency, and of the account's currency.
    var allBalances: [CurrencyCode: Amount] {
        balances.merging([journal.currency: balance(of: journal.currency)]) { $1 }
    }

    /// The day of the next entry, or `nil` at the end.
    var nextDay: Day? {
        next < journal.entries.count ? max(day, journal.entries[next].time.day) : nil
    }

    /// Books all entries up to the end of a day.
    mutating func advance(through last: Day) {
        while let day = nextDay, day <= last { bookNext() }
        day = max(day, last)
    }

    /// Books the next entry, which must exist.
    @discardableResult mutating func bookNext() -> Booking {
        let index = next
        let entry = journal.entries[index]
        next += 1
        day = max(day, entry.time.day)
        let rate = rate(of: entry)
        let flow: Amount
        if entry.action.needsSecurity, let security = entry.security {
            flow = bookShares(entry, index: index, security: security, rate: rate)
        } else {
            flow = bookPayment(entry, rate: rate)
        }
        return Booking(entry: index, security: entry.action.needsSecurity ? entry.security : nil, flow: flow)
    }

    // MARK: Cash

    private mutating func rate(of entry: Entry) -> Amount {
        if entry.action.isSplit { return 1 }
        if let rate = journal.rate(of: entry) { return rate }
        fail(
            .rateMissing, entry,
            "There is no rate from \(entry.currency) to \(journal.currency) on or before \(entry.time.day).")
        return 1
    }

    private mutating func addCash(_ amount: Amount, of entry: Entry, rate: Amount) -> Amount {
        let isOwn = entry.currency == journal.currency
        let own = isOwn ? amount.money : (amount * rate).money
        check(own, of: entry)
        if !isOwn, entry.rate == nil {
            balances[entry.currency, default: 0] += amount.money
            converted += own
        }
        if detail == .gains { cash.append(own) }
        return own
    }

    private mutating func bookPayment(_ entry: Entry, rate: Amount) -> Amount {
        let received = entry.gross - entry.fees
        let paid = entry.gross + entry.fees
        switch entry.action {
        case .deposit:
            let amount = addCash(received, of: entry, rate: rate)
            totals.deposits += amount
            return amount
        case .withdrawal:
            let amount = addCash(-paid, of: entry, rate: rate)
            totals.withdrawals -= amount
            return amount
        case .dividend: totals.dividends += addCash(received, of: entry, rate: rate)
        case .interest: totals.interest += addCash(received, of: entry, rate: rate)
        case .fee: totals.fees -= addCash(-paid, of: entry, rate: rate)
        case .tax: totals.taxes -= addCash(-paid, of: entry, rate: rate)
        case .buy, .sell, .reinvest, .split, .addedShares, .opening: _ = addCash(0, of: entry, rate: rate)
        }
        return 0
    }

    // MARK: Shares

    private mutating func bookShares(_ entry: Entry, index: Int, security: Int32, rate: Amount) -> Amount {
        let place = Int(security)
        // Multiplication takes time, and nearly all rates are 1.
        func converted(_ amount: Amount) -> Amount {
            entry.currency == journal.currency ? amount : amount * rate
        }
        switch entry.action {
        case .buy:
            let paid = entry.gross + entry.fees
            open(entry, index: index, security: security, cost: converted(paid))
            totals.purchases -= addCash(-paid, of: entry, rate: rate)
        case .reinvest:
            let cost = converted(entry.gross + entry.fees)
            open(entry, index: index, security: security, cost: cost)
            totals.dividends += cost.money
            totals.purchases += cost.money
            _ = addCash(0, of: entry, rate: rate)
        case .opening:
            let cost = converted(entry.gross + entry.fees)
            open(entry, index: index, security: security, cost: cost)
            totals.openings += cost.money
            _ = addCash(0, of: entry, rate: rate)
            return cost.money
        case .sell:
            let received = entry.gross - entry.fees
            let cash = addCash(received, of: entry, rate: rate)
            totals.sales += cash
            close(entry, index: index, security: security, proceeds: converted(received), cash: cash)
        case .split:
            split(place, entry.quantity, for: entry.price ?? 1, entry)
            _ = addCash(0, of: entry, rate: rate)
        case .addedShares:
            let held = books[place].quantity
            if held > 0 {
                split(place, held + entry.quantity, for: held, entry)
            } else {
                unbookable.insert(security)
                fail(
                    .lotsMissing, entry,
                    "Shares of \(journal.securities[place].label) are added to a position that is not held.")
            }
            _ = addCash(0, of: entry, rate: rate)
        case .dividend, .interest, .deposit, .withdrawal, .fee, .tax:
            break
        }
        return 0
    }

    private mutating func open(_ entry: Entry, index: Int, security: Int32, cost: Amount) {
        guard entry.quantity > 0 else { return }
        check(cost, of: entry)
        var names: [String] = []
        if method == .specific {
            names = Array(Set([entry.lot, entry.id, entry.time.day.description].compactMap { $0 }))
        }
        books[Int(security)].add(
            Lot(
                security: security, entry: Int32(index), quantity: entry.quantity, cost: cost,
                unitCost: method == .hifo ? cost.divided(by: entry.quantity) : 0), names: names)
        recordPrice(entry, security: security)
    }

    private mutating func close(_ entry: Entry, index: Int, security: Int32, proceeds: Amount, cash: Amount) {
        let place = Int(security)
        guard entry.quantity > 0 else { return }
        recordPrice(entry, security: security)
        let parts = takeShares(entry, place: place)
        guard detail == .gains, !parts.isEmpty else { return }
        if parts.count == 1 {
            gains.append(
                RealisedGain(
                    security: security, opened: parts[0].entry, closed: Int32(index), quantity: parts[0].quantity,
                    exactCost: parts[0].cost, exactProceeds: proceeds, cost: parts[0].cost.money, proceeds: cash))
            return
        }
        let quantity = parts.dropFirst().reduce(parts[0].quantity) { $0 + $1.quantity }
        // Rounded running sums let the parts in cents add up to the whole in cents.
        var (sum, shown): (Amount, Amount) = (0, 0)
        var (cost, shownCost): (Amount, Amount) = (0, 0)
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            let exact = isLast ? proceeds - sum : (proceeds * part.quantity).divided(by: quantity)
            sum += exact
            let sumInCents = isLast ? cash : sum.money
            cost += part.cost
            let costInCents = cost.money
            gains.append(
                RealisedGain(
                    security: security, opened: part.entry, closed: Int32(index), quantity: part.quantity,
                    exactCost: part.cost, exactProceeds: exact, cost: costInCents - shownCost,
                    proceeds: sumInCents - shown))
            (shown, shownCost) = (sumInCents, costInCents)
        }
    }

    private mutating func takeShares(_ entry: Entry, place: Int) -> [LotBook.Part] {
        let held = books[place].quantity
        var wanted = entry.quantity
        // A sale of all shares takes all of them, so that no billionth of a share is missing or left.
        if wanted.isSameQuantity(as: held) { wanted = held }
        if wanted > held {
            // Brokers round the result of a split.
            guard books[place].isSplit, wanted - held <= Bookkeeper.splitTolerance else {
                unbookable.insert(Int32(place))
                fail(.oversold, entry, "More shares of \(journal.securities[place].label) are sold than are held.")
                return books[place].take(held)
            }
            wanted = held
        }
        guard method == .specific, detail != .quantities, let text = entry.lot, !text.isEmpty else {
            return books[place].take(wanted)
        }
        var parts: [LotBook.Part] = []
        for choice in text.split(separator: ";") {
            var name = choice.trimmingCharacters(in: .whitespaces)
            var part = min(wanted, books[place].quantity(named: name))
            if part == 0, let sign = name.lastIndex(of: "="),
                let quantity = Amount(exactly: name[name.index(after: sign)...].trimmingCharacters(in: .whitespaces))
            {
                name = name[..<sign].trimmingCharacters(in: .whitespaces)
                let shares = books[place].quantity(named: name)
                part = quantity <= shares || quantity.isSameQuantity(as: shares) ? min(quantity, wanted, shares) : 0
            }
            parts += books[place].take(part, named: name)
            wanted -= part
        }
        if wanted > 0 {
            guard !(entry.quantity - wanted).isSameQuantity(as: entry.quantity) else {
                return parts + books[place].take(wanted)
            }
            fail(
                .oversold, entry,
                "The lots that a sale of \(journal.securities[place].label) names have fewer shares than are sold.")
            parts += books[place].take(wanted)
        }
        return parts
    }

    private static let splitTolerance = Amount(scaled: 1, places: 4)
    /// Maximum number of splits of a security; each touches all lots.
    private static let maximumSplitCount = 100

    private mutating func split(_ place: Int, _ new: Amount, for old: Amount, _ entry: Entry) {
        guard splits[place].count < Bookkeeper.maximumSplitCount, new > 0, old > 0 else {
            fail(
                .malformedTable, entry,
                "\(journal.securities[place].label) has more than \(Bookkeeper.maximumSplitCount) splits, or one without shares."
            )
            return
        }
        let ratio = splits[place].reduce(log10((new / old).double)) { $0 + log10(($1.new / $1.old).double) }
        guard abs(ratio) <= Double(Bookkeeper.maximumDigitCount) else {
            fail(
                .malformedTable, entry,
                "The splits of \(journal.securities[place].label) change its shares by more than \(Bookkeeper.maximumDigitCount) digits."
            )
            return
        }
        splits[place].append(Split(day: day, new: new, old: old))
        books[place].split(new, for: old)
        check(books[place].quantity, of: entry)
    }

    /// Maximum number of digits before the point; greater figures are errors with inexact sums.
    private static let maximumDigitCount = 24
    private static let maximumFigure = Amount(scaled: 1, places: -maximumDigitCount)

    private mutating func check(_ figure: Amount, of entry: Entry) {
        guard figure.isNaN || figure > Bookkeeper.maximumFigure || figure < -Bookkeeper.maximumFigure else { return }
        fail(.malformedTable, entry, "A figure has more than \(Bookkeeper.maximumDigitCount) digits before the point.")
    }

    private mutating func recordPrice(_ entry: Entry, security: Int32) {
        let price = entry.price ?? entry.gross.divided(by: entry.quantity)
        tradePrices[Int(security)] = TradePrice(price: price, currency: entry.currency, day: day)
    }

    private mutating func fail(_ code: ErrorCode, _ entry: Entry, _ message: String) {
        guard failures.count < Failure.maximumDetailCount else { return }
        failures.append(Failure(code, message, at: journal.location(file: entry.file, line: entry.line)))
    }
}
