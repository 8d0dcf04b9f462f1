/// The daily value of an account.
///
/// Only securities with changed shares, price or rate are revalued, so that the work grows with the rows of the files,
/// not with days times securities.
struct Valuation {
    private(set) var books: Bookkeeper
    /// The days with a change, in order.
    let days: [Day]
    /// The indices of closes in chronological order.
    private let closes: [Int32]
    private var nextClose = 0
    private let rateDays: Set<Day>
    private var values: [Amount]
    /// The day of the valuation.
    private var day = Day.first
    /// Held securities with prices in a foreign currency.
    private var foreign: Set<Int32> = []
    private var held: Amount = 0
    /// The negative value of shares moved out without a stated value.
    private var movedOut: Amount = 0

    /// Starts before the first entry.
    ///
    /// - Parameters:
    ///   - journal: the entries, closes and rates.
    ///   - last: the last day to value.
    init(_ journal: Journal, through last: Day) {
        books = Bookkeeper(journal, .quantities)
        values = Array(repeating: 0, count: journal.securities.count)
        let rows = journal.prices.rows
        closes = rows.indices.lazy.filter { rows[$0].day <= last }.map(Int32.init)
            .sorted { (rows[Int($0)].day, $0) < (rows[Int($1)].day, $1) }
        var currencies = Set(journal.securities.compactMap(\.currency))
        currencies.formUnion(rows.lazy.compactMap(\.currency))
        currencies.formUnion(journal.entries.lazy.map(\.currency))
        currencies.formUnion(journal.entries.lazy.compactMap(\.received))
        rateDays = Set(currencies.flatMap { journal.rates.days(from: $0, to: journal.currency) }.filter { $0 <= last })
        var days = rateDays
        var day = Day.first
        for entry in journal.entries {
            day = max(day, entry.time.day)
            if day > last { break }
            days.insert(day)
        }
        for close in closes { days.insert(rows[Int(close)].day) }
        self.days = days.sorted()
    }

    /// The changes of a day.
    struct Change {
        /// Deposits and the cost of shares brought in, less withdrawals.
        var flow: Amount = 0
        /// Whether any security has a close.
        var hasClose = false
    }

    /// Advances to a day of ``days``.
    mutating func advance(to day: Day) -> Change {
        self.day = day
        var change = Change()
        var touched: Set<Int32> = []
        while let next = books.nextDay, next <= day {
            let before = heldValue(ofEntry: books.next)
            let booking = books.bookNext()
            change.flow += booking.flow == 0 ? before : booking.flow
            movedOut += booking.flow == 0 ? before : 0
            if let security = booking.security { touched.insert(security) }
            if let origin = booking.origin { touched.insert(origin) }
        }
        let rows = books.journal.prices.rows
        while nextClose < closes.count, rows[Int(closes[nextClose])].day <= day {
            change.hasClose = true
            touched.insert(rows[Int(closes[nextClose])].security)
            nextClose += 1
        }
        if rateDays.contains(day) { touched.formUnion(foreign) }
        for security in touched { revalue(security, on: day) }
        return change
    }

    /// Returns the negative value of shares that an entry moves out, or 0.
    private func heldValue(ofEntry index: Int) -> Amount {
        let entry = books.journal.entries[index]
        guard entry.action == .transferOut, let place = entry.security.map(Int.init) else { return 0 }
        let held = books.quantity(place)
        return held > 0 ? -(values[place] * min(entry.quantity, held)).divided(by: held).money : 0
    }

    /// The net value of cash and shares brought in so far.
    var paidIn: Amount { books.totals.netPaidIn + movedOut }

    /// The value of cash and holdings, summed in cents as in ``Holdings``.
    var total: Amount { held + books.cash(on: day) }

    private mutating func revalue(_ security: Int32, on day: Day) {
        let place = Int(security)
        let quantity = books.quantity(place)
        var value: Amount = 0
        foreign.remove(security)
        if quantity != 0 {
            if let quote = books.quote(security, on: day) {
                value = (quantity * quote.ownPrice).money
                if quote.currency != books.journal.currency { foreign.insert(security) }
            } else {
                // Without a rate for the price, the last value is the best estimate.
                value = values[place]
                foreign.insert(security)
            }
        }
        held += value - values[place]
        values[place] = value
    }
}
