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
        /// The security given up in a merger.
        let origin: Int32?
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
    /// The cash by currency.
    private(set) var cashBook: CashBook
    /// The shares sold short, by security; their costs are the proceeds.
    private(set) var shorts: [Int32: LotBook] = [:]
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
        cashBook = CashBook(journal)
        books = Array(
            repeating: LotBook(method: method, keepsLots: detail != .quantities), count: journal.securities.count)
        tradePrices = Array(repeating: nil, count: journal.securities.count)
        splits = Array(repeating: [], count: journal.securities.count)
        if detail == .gains { cash.reserveCapacity(journal.entries.count) }
    }

    /// Returns all cash in the account's currency, at the rates of a day.
    func cash(on day: Day, unknown: (CurrencyCode) -> Void = { _ in }) -> Amount {
        cashBook.value(on: day, journal.rates, unknown: unknown)
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
        if entry.action.changesHolding, let security = entry.security {
            flow = bookShares(entry, index: index, security: security, rate: rate)
        } else {
            flow = bookPayment(entry, rate: rate)
        }
        return Booking(
            entry: index, security: entry.action.changesHolding ? entry.security : nil,
            origin: entry.action == .merger ? entry.origin : nil, flow: flow)
    }

    // MARK: Cash

    private mutating func rate(of entry: Entry) -> Amount {
        if entry.action.isSplit || entry.currency == journal.currency { return 1 }
        if let rate = journal.rate(of: entry) { return rate }
        // The two sides of an exchange are its own rate.
        let isPaid = entry.fees != 0 || entry.action == .merger && entry.amount ?? 0 != 0
        if [.exchange, .merger].contains(entry.action), !isPaid { return 1 }
        fail(
            .rateMissing, entry,
            "There is no rate from \(entry.currency) to \(journal.currency) on or before \(entry.time.day).")
        return 1
    }

    private mutating func addCash(_ amount: Amount, of entry: Entry, rate: Amount) -> Amount {
        let isOwn = entry.currency == journal.currency
        let own = isOwn ? amount.money : (amount * rate).money
        check(own, of: entry)
        if isOwn || entry.staysInCurrency {
            cashBook.add(amount, in: entry.currency, value: own)
        } else {
            cashBook.add(own, in: journal.currency, value: own)
        }
        if detail == .gains { cash.append(own) }
        return own
    }

    /// Adds cash less the fees of the entry, which count as such.
    ///
    /// - Returns: the amount before fees, in cents of the account's currency.
    private mutating func addCashBeforeFees(_ amount: Amount, of entry: Entry, rate: Amount) -> Amount {
        let fees = entry.fees == 0 ? 0 : (entry.fees * rate).money
        totals.fees += fees
        return addCash(amount - entry.fees, of: entry, rate: rate) + fees
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
        case .dividend:
            // What is deducted from a dividend is tax.
            let tax = entry.fees == 0 ? 0 : (entry.fees * rate).money
            totals.dividends += addCash(received, of: entry, rate: rate) + tax
            totals.taxes += tax
        case .interest: totals.interest += addCash(received, of: entry, rate: rate)
        case .fee: totals.fees -= addCash(-paid, of: entry, rate: rate)
        case .tax: totals.taxes -= addCash(-paid, of: entry, rate: rate)
        case .exchange:
            // Foreign cash is held and valued by its rate; only the account's own currency has a fixed value.
            cashBook.add(-entry.gross, in: entry.currency, value: -entry.gross.money)
            if let received = entry.received { cashBook.add(entry.quantity, in: received, value: entry.quantity.money) }
            totals.fees -= addCash(-entry.fees, of: entry, rate: rate)
        // Cash for a security that the file does not name reduces no cost.
        case .returnOfCapital: totals.dividends += addCashBeforeFees(entry.gross, of: entry, rate: rate)
        case .buy, .sell, .reinvest, .split, .addedShares, .opening, .short, .cover, .transferIn, .transferOut,
            .spinOff, .merger:
            _ = addCash(0, of: entry, rate: rate)
        }
        return 0
    }

    // MARK: Shares

    private mutating func bookShares(_ entry: Entry, index: Int, security: Int32, rate: Amount) -> Amount {
        let place = Int(security)
        let trade = Trade(entry: entry, index: index, security: security, rate: rate, method: method)
        // Multiplication takes time, and nearly all rates are 1.
        func converted(_ amount: Amount) -> Amount {
            entry.currency == journal.currency ? amount : amount * rate
        }
        switch entry.action {
        case .buy, .cover:
            let paid = entry.gross + entry.fees
            let cash = addCash(-paid, of: entry, rate: rate)
            totals.purchases -= cash
            buy(trade, cost: converted(paid), cash: -cash)
        case .reinvest:
            let cost = converted(entry.gross + entry.fees)
            buy(trade, cost: cost, cash: cost.money)
            totals.dividends += cost.money
            totals.purchases += cost.money
            _ = addCash(0, of: entry, rate: rate)
        case .opening, .transferIn:
            _ = addCash(0, of: entry, rate: rate)
            guard !isShort(security, entry) else { return 0 }
            let cost = converted(entry.gross + entry.fees)
            open(trade, quantity: entry.quantity, cost: cost)
            totals.openings += cost.money
            return cost.money
        case .sell, .short:
            let received = entry.gross - entry.fees
            let cash = addCash(received, of: entry, rate: rate)
            totals.sales += cash
            sell(trade, proceeds: converted(received), cash: cash)
        case .transferOut:
            _ = addCashBeforeFees(0, of: entry, rate: rate)
            return moveOut(trade, value: converted(entry.gross).money)
        case .spinOff:
            totals.fees -= addCash(-entry.fees, of: entry, rate: rate)
            if !isShort(security, entry) { open(trade, quantity: entry.quantity, cost: 0) }
        case .merger:
            let cash = addCashBeforeFees(entry.amount ?? 0, of: entry, rate: rate)
            if !isShort(security, entry) { merge(trade, cash: cash) }
        case .returnOfCapital:
            returnCapital(addCashBeforeFees(entry.gross, of: entry, rate: rate), place)
        case .split:
            split(place, entry.quantity, for: entry.price ?? 1, entry)
            _ = addCash(0, of: entry, rate: rate)
        case .addedShares:
            let held = quantity(place)
            if held > 0 {
                split(place, held + entry.quantity, for: held, entry)
            } else {
                unbookable.insert(security)
                fail(
                    .lotsMissing, entry,
                    "Shares of \(journal.securities[place].label) are added to a position that is not held.")
            }
            _ = addCash(0, of: entry, rate: rate)
        case .dividend, .interest, .deposit, .withdrawal, .fee, .tax, .exchange:
            break
        }
        return 0
    }

    /// Refuses shares that come in without a purchase while the security is sold short.
    private mutating func isShort(_ security: Int32, _ entry: Entry) -> Bool {
        guard entry.quantity > 0, let short = shorts[security]?.quantity, short > 0 else { return false }
        unbookable.insert(security)
        fail(
            .oversold, entry,
            "Shares of \(journal.securities[Int(security)].label) come in without a purchase while it is sold short; buy back what was sold short first."
        )
        return true
    }

    /// An entry that changes shares, with what its booking needs.
    private struct Trade {
        let entry: Entry
        let index: Int
        let security: Int32
        /// Units of the account's currency for one unit of the entry's.
        let rate: Amount
        /// The names for selecting its lot in a sale.
        let names: [String]

        init(entry: Entry, index: Int, security: Int32, rate: Amount, method: LotMethod) {
            (self.entry, self.index, self.security, self.rate) = (entry, index, security, rate)
            names =
                method == .specific
                ? Array(Set([entry.lot, entry.id, entry.time.day.description].compactMap { $0 })) : []
        }
    }

    /// Buys back what was sold short, and opens a lot with the rest.
    private mutating func buy(_ trade: Trade, cost: Amount, cash: Amount) {
        let entry = trade.entry
        guard entry.quantity > 0 else { return }
        let short = shorts[trade.security]?.quantity ?? 0
        var covered = min(short, entry.quantity)
        if entry.action == .cover, covered < entry.quantity {
            if !covered.isSameQuantity(as: entry.quantity) {
                unbookable.insert(trade.security)
                fail(
                    .oversold, entry,
                    "More shares of \(journal.securities[Int(trade.security)].label) are bought back than were sold short."
                )
            }
            covered = entry.quantity
        }
        guard covered > 0 else { return open(trade, quantity: entry.quantity, cost: cost) }
        recordPrice(entry, security: trade.security)
        let isAll = covered == entry.quantity
        let part = isAll ? cost : (cost * covered).divided(by: entry.quantity)
        let parts = shorts[trade.security]?.take(min(covered, short)) ?? []
        realise(parts, of: trade, isShort: true, value: part, cash: isAll ? cash : part.money)
        if !isAll { open(trade, quantity: entry.quantity - covered, cost: cost - part) }
    }

    /// Sells what is held; a short sale opens a short position with the rest.
    private mutating func sell(_ trade: Trade, proceeds: Amount, cash: Amount) {
        let (entry, place) = (trade.entry, Int(trade.security))
        guard entry.quantity > 0 else { return }
        recordPrice(entry, security: trade.security)
        let held = books[place].quantity
        guard entry.action == .short, held < entry.quantity, !held.isSameQuantity(as: entry.quantity) else {
            let parts = takeShares(entry, place: place)
            return realise(parts, of: trade, isShort: false, value: proceeds, cash: cash)
        }
        let part = (proceeds * held).divided(by: entry.quantity)
        if held > 0 {
            realise(books[place].take(held), of: trade, isShort: false, value: part, cash: part.money)
        }
        check(proceeds, of: entry)
        var book = shorts[trade.security] ?? LotBook(method: method, keepsLots: detail != .quantities)
        add(trade, quantity: entry.quantity - held, cost: proceeds - part, to: &book)
        shorts[trade.security] = book
    }

    private mutating func open(_ trade: Trade, quantity: Amount, cost: Amount) {
        guard quantity > 0 else { return }
        check(cost, of: trade.entry)
        add(trade, quantity: quantity, cost: cost, to: &books[Int(trade.security)])
        recordPrice(trade.entry, security: trade.security)
    }

    private func add(_ trade: Trade, quantity: Amount, cost: Amount, to book: inout LotBook) {
        let traded =
            method == .average && trade.rate != 0
            ? (cost: trade.rate == 1 ? cost : cost / trade.rate, currency: trade.entry.currency) : nil
        book.add(
            Lot(
                security: trade.security, entry: Int32(trade.index), quantity: quantity, cost: cost,
                unitCost: method == .hifo ? cost.divided(by: quantity) : 0), names: trade.names, traded: traded)
    }

    /// Books the gains of closed parts.
    ///
    /// - Parameters:
    ///   - parts: the shares of each lot, with the cost of purchases or the proceeds of short sales.
    ///   - trade: the closing trade.
    ///   - isShort: whether the shares were sold short.
    ///   - value: the exact proceeds or cost of the closing trade.
    ///   - cash: the same in cents.
    private mutating func realise(
        _ parts: [LotBook.Part], of trade: Trade, isShort: Bool, value: Amount, cash: Amount
    ) {
        guard detail == .gains, !parts.isEmpty else { return }
        let quantity = parts.dropFirst().reduce(parts[0].quantity) { $0 + $1.quantity }
        // Rounded running sums let the parts in cents add up to the whole in cents.
        var (sum, shown): (Amount, Amount) = (0, 0)
        var (opening, shownOpening): (Amount, Amount) = (0, 0)
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            let exact = isLast ? value - sum : (value * part.quantity).divided(by: quantity)
            sum += exact
            let sumInCents = isLast ? cash : sum.money
            opening += part.cost
            let openingInCents = opening.money
            let (closed, opened) = (sumInCents - shown, openingInCents - shownOpening)
            let currencyGain = currencyGain(of: part, trade).map { (isShort ? -$0 : $0).money }
            gains.append(
                RealisedGain(
                    security: trade.security, opened: part.entry, closed: Int32(trade.index), quantity: part.quantity,
                    exactCost: isShort ? exact : part.cost, exactProceeds: isShort ? part.cost : exact,
                    cost: isShort ? closed : opened, proceeds: isShort ? opened : closed, currencyGain: currencyGain))
            (shown, shownOpening) = (sumInCents, openingInCents)
        }
    }

    /// Returns the change of a part's cost by the exchange rate since its purchase.
    ///
    /// It is `nil` in the account's currency.
    private func currencyGain(of part: LotBook.Part, _ closing: Trade) -> Amount? {
        let opening = journal.entries[Int(part.entry)]
        guard opening.currency != journal.currency else { return nil }
        let now =
            closing.entry.currency == opening.currency
            ? closing.rate
            : journal.rates.rate(from: opening.currency, to: journal.currency, on: closing.entry.time.day)
        guard let now, let then = part.meanRate ?? journal.rate(of: opening), then > 0 else { return nil }
        return (part.cost * now).divided(by: then) - part.cost
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
                let verb = entry.action == .transferOut ? "moved out" : "sold"
                fail(.oversold, entry, "More shares of \(journal.securities[place].label) are \(verb) than are held.")
                return books[place].take(held)
            }
            wanted = held
        }
        guard method == .specific, detail != .quantities, let text = entry.lot, !text.isEmpty else {
            return books[place].take(wanted)
        }
        var parts: [LotBook.Part]
        (parts, wanted) = books[place].take(wanted, choosing: text)
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

    // MARK: Moved and exchanged shares

    /// Moves shares out of the account, and returns the flow.
    private mutating func moveOut(_ trade: Trade, value: Amount) -> Amount {
        let parts = takeShares(trade.entry, place: Int(trade.security))
        // Without lots, the value is the best estimate of the cost.
        let cost = detail == .quantities ? value : parts.reduce(0) { $0 + $1.cost }.money
        totals.openings -= cost
        return value > 0 ? -value : -cost
    }

    /// Reduces the cost of a holding by cash received; the rest is income.
    private mutating func returnCapital(_ cash: Amount, _ place: Int) {
        let excess = cash > 0 ? books[place].reduceCost(by: cash).money : cash
        totals.capitalReturns += cash - excess
        totals.dividends += excess
    }

    /// Exchanges the shares of one security for those of another, with their lots.
    private mutating func merge(_ trade: Trade, cash: Amount) {
        let (entry, place) = (trade.entry, Int(trade.security))
        guard let origin = entry.origin.map(Int.init), origin != place else {
            unbookable.insert(trade.security)
            let problem =
                entry.origin == nil ? "does not say which shares were given up" : "gives up the shares received"
            fail(.lotsMissing, entry, "The merger \(problem).")
            return
        }
        let held = books[origin].quantity
        var given = entry.price ?? held
        if given.isSameQuantity(as: held) { given = held }
        guard held > 0, given > 0, given <= held else {
            unbookable.formUnion([trade.security, Int32(origin)])
            fail(
                .oversold, entry,
                "More shares of \(journal.securities[origin].label) are given up in a merger than are held.")
            return
        }
        if cash != 0 { returnCapital(cash, origin) }
        inheritPrice(trade.security, from: Int32(origin), new: entry.quantity, old: given)
        let parts = books[origin].take(given)
        guard entry.quantity > 0 else { return }
        guard !parts.isEmpty else {
            books[place].add(
                Lot(
                    security: trade.security, entry: Int32(trade.index), quantity: entry.quantity, cost: 0, unitCost: 0),
                names: [])
            return
        }
        var rest = entry.quantity
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            let quantity = isLast ? rest : (entry.quantity * part.quantity).divided(by: given)
            rest -= quantity
            let bought = journal.entries[Int(part.entry)]
            let lot = Trade(
                entry: bought, index: Int(part.entry), security: trade.security,
                rate: part.meanRate ?? journal.rate(of: bought) ?? 1, method: method)
            add(lot, quantity: quantity, cost: part.cost, to: &books[place])
        }
        books[place].sortByPurchase()
    }

    /// Gives an untraded security the price of the shares given up for it.
    private mutating func inheritPrice(_ security: Int32, from origin: Int32, new: Amount, old: Amount) {
        guard tradePrices[Int(security)] == nil, new > 0, let quote = quote(origin, on: day) else { return }
        tradePrices[Int(security)] = TradePrice(
            price: (quote.price * old).divided(by: new), currency: quote.currency, day: quote.day)
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
        shorts[Int32(place)]?.split(new, for: old)
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
