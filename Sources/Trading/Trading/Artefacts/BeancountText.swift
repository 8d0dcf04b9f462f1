/// Writes the books of an account as a ledger for beancount, version 3.
///
/// Sales leave the choice of lots to beancount's own booking, so that its result verifies ours. Beancount has no
/// average cost; such an account is written with FIFO. All amounts are in the account's currency.
package struct BeancountText {
    private let journal: Journal
    private let commodities: [String]

    /// Prepares the ledger of a journal with bookable entries (see ``Ledger``).
    package init(_ journal: Journal) {
        self.journal = journal
        var used: Set<String> = []
        commodities = journal.securities.enumerated().map { index, security in
            let name = BeancountText.commodity(security.label)
            return used.insert(name).inserted ? name : "\(name.prefix(16))-\(index)"
        }
    }

    /// Writes the ledger, one transaction at a time.
    ///
    /// - Throws: the errors of the function.
    package func write(_ body: (String) throws -> Void) throws {
        try body(head)
        var books = Bookkeeper(journal, .gains)
        while books.nextDay != nil {
            let entry = journal.entries[books.next]
            let place = entry.action.changesHolding ? entry.security.map(Int.init) : nil
            let before = place.map { books.books[$0] }
            let moved = movedLots(entry, books)
            let earlier = books.totals
            let booking = books.bookNext()
            let cash = books.cash[booking.entry]
            let change = books.totals.since(earlier)
            // An exchange without fees moves no cash at the rates of the entries.
            if place == nil, cash == 0, change.fees == 0 { continue }
            var text = "\n\(books.day) * \"\(entry.action.rawValue)\"\n"
            if !moved.isEmpty {
                text += replaced(moved, by: moved.map { ($0.place, books.openLots($0.place)) })
                if cash != 0 { text += posting("Assets:Cash", cash) }
                if change.fees != 0 { text += posting("Expenses:Fees", change.fees) }
                if change.dividends != 0 { text += posting("Income:Dividends", -change.dividends) }
                text += entry.action == .transferOut ? "  Equity:Openings\n" : "  Income:Gains\n"
            } else if let place, let before {
                text += shares(entry, booking.entry, place, before: before, after: books.books[place], cash: cash)
            } else {
                text += posting("Assets:Cash", cash)
                if entry.action == .returnOfCapital, change.fees != 0 {
                    text += posting("Expenses:Fees", change.fees)
                    text += posting("Income:Dividends", -change.dividends)
                } else {
                    text += posting(account(of: entry.action), -cash)
                }
            }
            try body(text)
        }
        try writeCurrencyResult(&books, body)
    }

    /// Writes the result of foreign cash.
    private func writeCurrencyResult(_ books: inout Bookkeeper, _ body: (String) throws -> Void) throws {
        books.advance(through: journal.asOf ?? .first)
        let result = books.cash(on: books.day) - books.totals.balance
        guard result != 0 else { return }
        try body(
            "\n\(books.day) * \"Result of foreign cash\"\n" + posting("Assets:Cash", result)
                + posting("Income:Currency", -result))
    }

    private var head: String {
        let currency = journal.currency
        let day = journal.entries.lazy.map(\.time.day).min() ?? .first
        let method =
            switch journal.settings.method ?? .fifo {
            case .fifo, .average: "FIFO"
            case .lifo: "LIFO"
            case .hifo: "HIFO"
            case .specific: "STRICT"
            }
        var text = "option \"operating_currency\" \"\(currency)\"\n"
        // Divided costs are not exact.
        text += "option \"inferred_tolerance_default\" \"\(currency):0.005\"\n"
        for account in [
            "Assets:Cash", "Equity:Deposits", "Equity:Openings", "Equity:Rounding", "Income:Dividends",
            "Income:Interest", "Income:Gains", "Income:Currency", "Expenses:Fees", "Expenses:Taxes",
        ] {
            text += "\(day) open \(account) \(currency)\n"
        }
        for place in commodities.indices {
            text += "\(day) open \(account(place)) \(commodities[place]) \"\(method)\"\n"
        }
        return text
    }

    private typealias Lots = (place: Int, lots: [Lot])

    /// Returns the lots that an entry changes otherwise than by a purchase or a sale.
    private func movedLots(_ entry: Entry, _ books: Bookkeeper) -> [Lots] {
        guard entry.action.changesHolding, let security = entry.security else { return [] }
        var places: [Int] = []
        switch entry.action {
        case .short, .cover, .transferOut, .returnOfCapital, .spinOff: places = [Int(security)]
        case .merger: places = [Int(security)] + [entry.origin].compactMap { $0.map(Int.init) }
        default: if books.shorts[security] != nil { places = [Int(security)] }
        }
        return places.map { ($0, books.openLots($0)) }
    }

    /// Returns the postings that replace lots by others.
    private func replaced(_ old: [Lots], by new: [Lots]) -> String {
        var text = ""
        for (place, lots) in old {
            for lot in lots {
                text += "  \(account(place))  \(-lot.quantity) \(commodities[place]) {\"\(lot.entry)\"}\n"
            }
        }
        for (place, lots) in new {
            for lot in lots {
                let day = journal.entries[Int(lot.entry)].time.day
                text +=
                    "  \(account(place))  \(lot.quantity) \(commodities[place]) {{\(lot.cost.magnitude) \(journal.currency), \(day), \"\(lot.entry)\"}}\n"
            }
        }
        return text
    }

    private func shares(
        _ entry: Entry, _ index: Int, _ place: Int, before: LotBook, after: LotBook, cash: Amount
    ) -> String {
        let (account, commodity) = (account(place), commodities[place])
        switch entry.action {
        case .sell:
            // Beancount computes the gain.
            let sold = before.quantity - after.quantity
            guard journal.settings.method == .specific else {
                return "  \(account)  -\(sold) \(commodity) {}\n" + posting("Assets:Cash", cash) + "  Income:Gains\n"
            }
            // Two mergers can have brought in shares of one purchase.
            let held = Dictionary(before.open.map { ($0.entry, $0.quantity) }, uniquingKeysWith: +)
            let left = Dictionary(after.open.map { ($0.entry, $0.quantity) }, uniquingKeysWith: +)
            let parts = held.sorted { $0.key < $1.key }.compactMap { lot, shares -> String? in
                let taken = shares - (left[lot] ?? 0)
                return taken > 0 ? "  \(account)  -\(taken) \(commodity) {\"\(lot)\"}\n" : nil
            }
            return parts.joined() + posting("Assets:Cash", cash) + "  Income:Gains\n"
        case .split, .addedShares:
            var text = ""
            for lot in before.open { text += "  \(account)  -\(lot.quantity) \(commodity) {\"\(lot.entry)\"}\n" }
            for lot in after.open {
                let day = journal.entries[Int(lot.entry)].time.day
                text +=
                    "  \(account)  \(lot.quantity) \(commodity) {{\(lot.cost) \(journal.currency), \(day), \"\(lot.entry)\"}}\n"
            }
            return text
        default:
            let cost = after.cost - before.cost
            let quantity = after.quantity - before.quantity
            var text =
                "  \(account)  \(quantity) \(commodity) {{\(cost) \(journal.currency), \(entry.time.day), \"\(index)\"}}\n"
            switch entry.action {
            case .reinvest: text += posting("Income:Dividends", -cost.money)
            case .opening, .transferIn: text += posting("Equity:Openings", -cost.money)
            default: text += posting("Assets:Cash", cash)
            }
            return cost == cost.money ? text : text + posting("Equity:Rounding", cost.money - cost)
        }
    }

    private func posting(_ account: String, _ amount: Amount) -> String {
        "  \(account)  \(BeancountText.cents(amount)) \(journal.currency)\n"
    }

    /// Returns the amount with at least two places, from which beancount infers the precision.
    private static func cents(_ amount: Amount) -> String {
        let text = amount.description
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text.distance(from: point, to: text.endIndex) == 2 ? text + "0" : text
    }

    private func account(of action: Action) -> String {
        switch action {
        case .dividend: "Income:Dividends"
        case .interest: "Income:Interest"
        case .fee, .exchange: "Expenses:Fees"
        case .returnOfCapital: "Income:Dividends"
        case .tax: "Expenses:Taxes"
        default: "Equity:Deposits"
        }
    }

    private func account(_ place: Int) -> String {
        "Assets:Shares:\(String(commodities[place].map { $0.isLetter || $0.isNumber ? $0 : "-" }))"
    }

    /// Returns a commodity name that beancount accepts.
    ///
    /// It consists of capital letters, digits and a few signs, from 3 to 24 characters.
    ///
    /// The prefix distinguishes it from currencies.
    private static func commodity(_ label: String) -> String {
        let letters = label.uppercased().unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                ? Character(scalar) : "-"
        }
        let name = letters.prefix(20)
        return "S-" + String(name) + (name.last == "-" || name.isEmpty ? "X" : "")
    }
}
