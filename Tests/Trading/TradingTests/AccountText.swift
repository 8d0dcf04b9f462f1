import Foundation
import TestSupport
import Testing
import Trading

/// Reads entries written as one line each.
///
/// A line has date, action, symbol, quantity, price, fees and currency, then options such as `id=7`, `lot=a`, `rate=0.9`,
/// `amount=5`, `received=USD`, `from=B` and `keeps=1`. A hyphen stands for nothing.
func file(
    named name: String = "depot.trades.csv", format: String = "trades", settings: AccountSettings? = nil, _ text: String
) throws -> EntryFile {
    var file = EntryFile(name: name, format: format)
    var securities = SecurityTable()
    for (place, line) in text.split(separator: "\n").enumerated() {
        var cells = line.split(separator: " ").map(String.init)
        var options: [String: String] = [:]
        cells.removeAll { cell in
            guard let sign = cell.firstIndex(of: "=") else { return false }
            options[String(cell[..<sign])] = String(cell[cell.index(after: sign)...])
            return true
        }
        func cell(_ index: Int) throws -> Amount? {
            index < cells.count && cells[index] != "-" ? try number(cells[index]) : nil
        }
        let symbol = cells.count > 2 && cells[2] != "-" ? cells[2] : nil
        var entry =
            Entry(
                try #require(Action(rawValue: cells[1])), security: symbol.map { securities.index(symbol: $0) },
                time: try #require(EntryTime(cells[0])),
                currency: cells.count > 6 ? try #require(CurrencyCode(cells[6])) : .usd,
                quantity: try cell(3) ?? 0, price: try cell(4), fees: try cell(5) ?? 0,
                amount: options["amount"].flatMap { Amount(exactly: $0) },
                rate: options["rate"].flatMap { Amount(exactly: $0) }, id: options["id"], lot: options["lot"],
                notes: options["notes"], line: Int32(place + 2))
        entry.received = try options["received"].map { try #require(CurrencyCode($0)) }
        entry.origin = options["from"].map { securities.index(symbol: $0) }
        entry.keepsCurrency = options["keeps"] != nil
        file.entries.append(entry)
    }
    file.securities = securities.securities
    file.settings = settings
    return file
}

/// A file with closes, written as one line each: symbol, date, close, currency.
func prices(_ text: String) throws -> EntryFile {
    var file = EntryFile(name: "depot.prices.csv", format: "prices")
    var securities = SecurityTable()
    for line in text.split(separator: "\n") {
        let cells = line.split(separator: " ").map(String.init)
        file.prices.append(
            PriceRow(
                security: securities.index(symbol: cells[0]), day: try #require(Day(cells[1])),
                close: try #require(Amount(exactly: cells[2])),
                currency: cells.count > 3 ? CurrencyCode(cells[3]) : nil
            ))
    }
    file.securities = securities.securities
    return file
}

/// A file with rates, written as one line each: from, to, date, rate.
func rates(_ text: String) throws -> EntryFile {
    var file = EntryFile(name: "depot.rates.csv", format: "rates")
    for line in text.split(separator: "\n") {
        let cells = line.split(separator: " ").map(String.init)
        file.rates.append(
            RateRow(
                from: try #require(CurrencyCode(cells[0])), to: try #require(CurrencyCode(cells[1])),
                day: try #require(Day(cells[2])), rate: try #require(Amount(exactly: cells[3]))))
    }
    return file
}

/// Reads a number exactly.
func number(_ text: String) throws -> Amount { try #require(Amount(exactly: text)) }

/// Reads a day.
func day(_ text: String) throws -> Day { try #require(Day(text)) }

extension Journal {
    /// A journal of one file with trades, and others.
    init(_ text: String, method: LotMethod = .fifo, _ others: EntryFile...) throws {
        try self.init(merging: [file(settings: AccountSettings(method: method), text)] + others)
    }

    /// The entries in a form that is easy to compare.
    var texts: [String] {
        entries.map { entry in
            let symbol = entry.security.map { securities[Int($0)].label } ?? "-"
            return "\(entry.time.day) \(entry.action.rawValue) \(symbol) \(entry.quantity) \(entry.price ?? 0)"
        }
    }
}

/// The lines of a random account that never sells more than it has, from 2020-01-01.
func randomAccount(_ random: inout SeededGenerator, symbols: [String], count: Int, minimumGap: Int = 0) -> String {
    var held: [String: Int] = [:]
    var lines = ["2020-01-01 DEPOSIT - - 1000000"]
    var day = Day.first.advanced(by: 43_829)
    for _ in 0..<count {
        day = day.advanced(by: Int.random(in: minimumGap...2, using: &random))
        let symbol = symbols.randomElement(using: &random) ?? "A"
        let shares = held[symbol, default: 0]
        let price = "\(Int.random(in: 1...500, using: &random)).\(Int.random(in: 0...9999, using: &random))"
        let fees = "\(Int.random(in: 0...9, using: &random)).\(Int.random(in: 10...99, using: &random))"
        // Quantities are in thousandths, so that fractions are among them.
        let quantity = Int.random(in: 1...20_000, using: &random)
        func text(_ thousandths: Int) -> String { Amount(scaled: Int64(thousandths), places: 3).description }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9:
            lines.append("\(day) BUY \(symbol) \(text(quantity)) \(price) \(fees)")
            held[symbol] = shares + quantity
        case 9..<17 where shares > 0:
            let sold = Int.random(in: 0..<4, using: &random) == 0 ? shares : min(shares, quantity)
            lines.append("\(day) SELL \(symbol) \(text(sold)) \(price) \(fees)")
            held[symbol] = shares - sold
        case 17 where shares > 0 && shares < 100_000_000:
            lines.append("\(day) SPLIT \(symbol) 3")
            held[symbol] = shares * 3
        case 18 where shares > 0:
            lines.append("\(day) REINVEST \(symbol) 0.001 \(price)")
            held[symbol] = shares + 1
        default:
            lines.append("\(day) DIVIDEND \(symbol) - \(price)")
        }
    }
    return lines.joined(separator: "\n")
}
