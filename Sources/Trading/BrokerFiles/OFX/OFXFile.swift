import FailureModel
import Foundation
import OFX
import Trading

/// An investment statement in OFX or QFX.
struct OFXFile {
    private static let kinds = Set(OFXTransaction.Kind.allCases.map(\.rawValue))

    private let outline: OFXOutline
    private let currency: CurrencyCode
    private var symbols: [String: Security] = [:]
    /// The results of the transactions, by their place in the file.
    private var results: [Result]

    /// Additional entries of transactions, by their place in the file.
    ///
    /// They are refunded charges, and cash for fractional shares.
    private var extras: [Int: Entry] = [:]
    private var signs = TradeSigns()

    /// The result of a transaction.
    private enum Result {
        case missing
        /// The transaction is malformed, and reported.
        case mistaken
        case passedOver(PassedOver.Reason)
        case omitted(Omission)
        case entry(Entry)
    }

    /// Reads a file.
    static func read(_ bytes: [UInt8], into draft: inout Draft) throws(Failure) {
        let outline = try OFXOutline(bytes, transactionKinds: kinds, &draft)
        // libofx would read malformed numbers as 0.
        if draft.diagnostics.count > 0 { return }
        let statement: OFXStatement
        do throws(OFXError) {
            statement = try OFXStatement(outline.text)
        } catch {
            switch error {
            case .libraryMissing: throw Failure(.internalError, "The library libofx cannot be loaded.")
            case .outOfMemory: throw Failure(.outOfMemory, "There is not enough memory to read \(draft.file.name).")
            case .temporaryFolderUnusable:
                throw Failure(.internalError, "The name of the folder for temporary files is too long for libofx.")
            }
        }
        var file = OFXFile(outline)
        file.read(statement, into: &draft)
    }

    private init(_ outline: OFXOutline) {
        self.outline = outline
        currency = outline.currency ?? .usd
        results = outline.transactions.map { _ in .missing }
    }

    private mutating func read(_ statement: OFXStatement, into draft: inout Draft) {
        draft.file.format = "ofx"
        draft.file.accountNumberEnding = outline.account.map { String($0.suffix(4)) }
        draft.file.currency = outline.currency
        draft.file.coverage = outline.coverage
        // libofx returns the securities in reverse order.
        for security in statement.securities.reversed() {
            let known = Self.security(security)
            if symbols[security.id.text] == nil { symbols[security.id.text] = known }
            _ = draft.securities.index(of: known)
        }
        for item in outline.unknownItems {
            draft.file.omissions.append(Omission(.unknown, line: Int32(clamping: item.line), word: item.kind))
        }
        for line in outline.foreignLines { draft.file.passedOver.add(.otherAccount, line: line) }
        readTransactions(statement.transactions, &draft)
        readPositions(statement.positions, &draft)
        if let cash = statement.cash.flatMap({ Amount(exactly: $0) }) {
            let line = Int32(clamping: outline.balanceLine)
            guard let day = outline.asOf ?? outline.coverage?.upperBound else {
                draft.file.passedOver.add(.undated, line: outline.balanceLine)
                return
            }
            draft.file.balances.append(CashBalance(currency: currency, amount: cash, day: day, line: line))
        }
    }

    // MARK: Securities

    private static func security(_ security: OFXStatement.Security) -> Security {
        identified(
            security.id,
            Security(symbol: security.ticker.flatMap(symbol), name: security.name.flatMap { $0.isEmpty ? nil : $0 }))
    }

    private static func symbol(_ text: String) -> String? {
        let text = text.trimmed
        return text.isEmpty ? nil : text.uppercased()
    }

    /// Returns a security with an identifier in the matching property, or else as its symbol.
    private static func identified(_ id: OFXSecurityID, _ security: Security) -> Security {
        var security = security
        let text = id.text.uppercased()
        switch (id.type.uppercased(), text.utf8.count) {
        case ("CUSIP", 9): security.cusip = text
        case ("ISIN", 12): security.isin = text
        default:
            if security.symbol == nil {
                security.symbol = text
            } else if security.symbol != text {
                security.aliases = [text]
            }
        }
        return security
    }

    private func index(of id: OFXSecurityID?, _ draft: inout Draft) -> Int32? {
        guard let id, !id.text.isEmpty else { return nil }
        return draft.securities.index(of: symbols[id.text] ?? Self.identified(id, Security()))
    }

    // MARK: Transactions

    private mutating func readTransactions(_ transactions: [OFXTransaction], _ draft: inout Draft) {
        // Identifiers are not unique in all files, but libofx keeps their order.
        var places: [String: [Int]] = [:]
        for (place, item) in outline.transactions.enumerated().reversed() {
            places[Self.key(item.kind, item.id ?? ""), default: []].append(place)
        }
        var corrections: [(place: Int, id: String, action: OFXTransaction.Correction)] = []
        for transaction in transactions {
            guard let place = places[Self.key(transaction.kind.rawValue, transaction.id)]?.popLast() else { continue }
            results[place] = result(of: transaction, at: place, &draft)
            if let correction = transaction.correction { corrections.append((place, correction.id, correction.action)) }
        }
        correct(corrections, &draft)
        cancel()
        for (place, result) in results.enumerated() {
            switch result {
            case .entry(let entry): draft.file.entries += [entry] + [extras[place]].compactMap { $0 }
            case .omitted(let omission): draft.file.omissions.append(omission)
            case .passedOver(let reason): draft.file.passedOver.add(reason, line: outline.transactions[place].line)
            case .mistaken: break
            case .missing:
                report("The transaction cannot be read.", place, &draft)
            }
        }
        // The ledger orders the entries of a day by line, and entries of one line as they are listed here.
        let entries = draft.file.entries
        if entries.first?.line == entries.last?.line, Self.isNewestFirst(entries) { draft.file.entries.reverse() }
    }

    private static func isNewestFirst(_ entries: [Entry]) -> Bool {
        let steps = zip(entries, entries.dropFirst())
        return steps.count { $1.time < $0.time } > steps.count { $0.time < $1.time }
    }

    private static func key(_ kind: String, _ id: String) -> String { "\(kind) \(id)" }

    /// Returns the first line of a transaction.
    private func line(_ place: Int) -> Int32 { Int32(clamping: outline.transactions[place].line) }

    private func report(_ message: String, _ place: Int, _ draft: inout Draft) {
        let item = outline.transactions[place]
        draft.diagnostics.add(.malformedTable, message, line: item.line, column: item.column)
    }

    /// Reverses earlier transactions; those in other files are found when files are merged.
    private mutating func correct(
        _ corrections: [(place: Int, id: String, action: OFXTransaction.Correction)], _ draft: inout Draft
    ) {
        guard !corrections.isEmpty else { return }
        let places = Dictionary(
            outline.transactions.enumerated().map { ($0.element.id ?? "", $0.offset) }
        ) { first, _ in first }
        /// Places of corrections by the places of the corrected transactions.
        var corrected: [Int: Int] = [:]
        for correction in corrections {
            // Some brokers give the corrected transaction the same identifier.
            let earlier = places[correction.id].flatMap { $0 == correction.place ? nil : $0 }
            if let earlier {
                // Of two corrections of one transaction, or two that correct each other, the valid one is unknown.
                if isCancelled(earlier) || corrected[correction.place] == earlier {
                    results[correction.place] = .omitted(Omission(.other, security: nil, line: line(correction.place)))
                    continue
                }
                corrected[earlier] = correction.place
                results[earlier] = .passedOver(.cancelled)
            }
            let isDeletion = correction.action == .delete
            let known = Correction(
                id: correction.id, line: line(correction.place), isOmitted: isDeletion && earlier == nil)
            if isDeletion {
                results[correction.place] = known.isOmitted ? .omitted(known.omission) : .passedOver(.cancelled)
            }
            draft.file.corrections = (draft.file.corrections ?? []) + [known]
        }
    }

    private func isCancelled(_ place: Int) -> Bool {
        if case .passedOver(.cancelled) = results[place] { true } else { false }
    }

    /// Skips trades that others reverse.
    ///
    /// A reversal without its trade makes the account incomplete.
    private mutating func cancel() {
        let reversals = signs.reversals
        guard !reversals.isEmpty else { return }
        let rows = results.indices.map { place -> [Entry] in
            guard case .entry(let entry) = results[place] else { return [] }
            return [entry] + [extras[place]].compactMap { $0 }
        }
        let places = rows.indices.filter { !rows[$0].isEmpty && reversals.contains(Int32(clamping: $0)) }
        let trades = rows.indices.filter { !reversals.contains(Int32(clamping: $0)) }
        let matches = Cancellations.matches(of: places.map { rows[$0] }, in: trades.map { rows[$0] })
        for (place, match) in zip(places, matches) {
            guard let match else {
                results[place] = .omitted(Omission(.other, security: rows[place][0].security, line: line(place)))
                continue
            }
            let rest = Cancellations.rest(of: rows[trades[match]], takenBackBy: rows[place])
            extras[place] = nil
            extras[trades[match]] = nil
            results[place] = .passedOver(.cancelled)
            results[trades[match]] = rest.first.map { .entry($0) } ?? .passedOver(.cancelled)
        }
    }

    private mutating func result(of transaction: OFXTransaction, at place: Int, _ draft: inout Draft) -> Result {
        let line = line(place)
        let security = index(of: transaction.security, &draft)
        if let reason = omission(transaction) { return .omitted(Omission(reason, security: security, line: line)) }
        guard let time = outline.transactions[place].time else {
            let item = outline.transactions[place]
            draft.diagnostics.add(
                .dateUnreadable, "The transaction has no date.", line: item.line, column: item.column)
            return .mistaken
        }
        var currency = currency
        if let code = transaction.currency {
            guard let other = CurrencyCode(code) else {
                report("The element CURSYM is not a currency code of three letters.", place, &draft)
                return .mistaken
            }
            currency = other
        }
        var entry = Entry(.buy, security: security, time: time, currency: currency, line: line)
        entry.id = transaction.id.isEmpty ? nil : transaction.id
        entry.notes = [transaction.name, transaction.memo].compactMap { $0 }.uniqued().joined(separator: ": ").nonEmpty
        if currency != self.currency { entry.rate = number(transaction.rate) }
        let before = draft.diagnostics.count
        let isEntry = fill(&entry, transaction, place, &draft)
        guard draft.diagnostics.count == before else { return .mistaken }
        return isEntry ? .entry(entry) : .passedOver(.noMovement)
    }

    private func omission(_ transaction: OFXTransaction) -> Omission.Reason? {
        if transaction.isShort { return .short }
        return switch transaction.kind {
        case .buyOption, .sellOption, .closeOption: .derivative
        case .buyDebt, .sellDebt: .debt
        case .returnOfCapital: .other
        case .transfer: number(transaction.units) == 0 ? nil : .transfer
        default: nil
        }
    }

    private func number(_ text: String?) -> Amount? { text.flatMap { Amount(exactly: $0) } }

    private func sum(_ texts: [String]) -> Amount { texts.compactMap { number($0) }.reduce(0, +) }

    /// Sets the action and figures of an entry, and returns whether they are valid.
    private mutating func fill(
        _ entry: inout Entry, _ transaction: OFXTransaction, _ place: Int, _ draft: inout Draft
    ) -> Bool {
        let total = number(transaction.total)
        switch transaction.kind {
        case .buyStock, .buyFund, .buyOther, .sellStock, .sellFund, .sellOther, .reinvest:
            let isSale = [.sellStock, .sellFund, .sellOther].contains(transaction.kind)
            entry.action = transaction.kind == .reinvest ? .reinvest : isSale ? .sell : .buy
            entry.quantity = number(transaction.units)?.magnitude ?? 0
            entry.price = number(transaction.unitPrice)
            let value = entry.price.map { ($0 * entry.quantity).magnitude }
            // The total is the amount paid or received.
            entry.amount = total?.magnitude
            let charges = Charges(transaction.charges.compactMap { number($0) })
                .signed(value: value, amount: entry.amount, isPaid: !isSale)
            if entry.amount == 0, let value, value.money != 0, value.money != charges.total.money {
                // A dividend paid in shares changes no cash.
                if entry.action == .reinvest {
                    entry.amount = nil
                } else {
                    report(
                        "The total of the transaction is 0 or missing, but units times price is not 0.", place, &draft)
                }
            }
            signs.add(
                entry.action, at: Int32(clamping: place), quantity: number(transaction.units) ?? 0, amount: total)
            extras[place] = entry.take(charges)
            if entry.security == nil { report("The transaction has no security.", place, &draft) }
            if entry.quantity == 0 { report("The transaction has no units.", place, &draft) }
            if entry.price == nil, entry.amount == nil { report("The transaction has no price.", place, &draft) }
            if let price = entry.price, price < 0 { report("The price of the transaction is negative.", place, &draft) }
        case .split:
            let ratio = transaction.splitRatio ?? transaction.splitUnits.map { (new: $0.new, old: $0.old) }
            entry.action = .split
            guard let new = number(ratio?.new), let old = number(ratio?.old), new > 0, old > 0 else {
                report("The split has no ratio of new shares to old ones.", place, &draft)
                return false
            }
            (entry.quantity, entry.price) = (new, old)
            if let cash = outline.transactions[place].fractionCash, cash != 0 {
                extras[place] = Entry(
                    .dividend, security: entry.security, time: entry.time, currency: entry.currency, amount: cash,
                    rate: entry.rate, id: entry.id, line: entry.line)
            }
            if entry.security == nil { report("The transaction has no security.", place, &draft) }
        case .income, .expense, .marginInterest, .bank:
            let element = transaction.kind == .bank ? "TRNAMT" : "TOTAL"
            guard let total, outline.transactions[place].numbers.contains(element) else {
                report("The transaction has no amount.", place, &draft)
                return false
            }
            pay(total, &entry, transaction)
        case .journalFund, .journalSecurity, .transfer: return false
        case .buyDebt, .sellDebt, .buyOption, .sellOption, .closeOption, .returnOfCapital: return false
        }
        return true
    }

    /// Converts a change of cash to a payment.
    private func pay(_ total: Amount, _ entry: inout Entry, _ transaction: OFXTransaction) {
        switch (transaction.kind, transaction.bankKind) {
        case (.expense, _), (.bank, .fee): (entry.action, entry.amount) = (.fee, -total)
        case (.marginInterest, _), (.bank, .interest): (entry.action, entry.amount) = (.interest, total)
        case (.income, _) where transaction.isInterest: (entry.action, entry.amount) = (.interest, total)
        case (.income, _), (.bank, .dividend):
            // The total is the amount after tax; for a reversal, both are negative.
            let withheld = sum(transaction.withheld).magnitude * (total < 0 ? -1 : 1)
            (entry.action, entry.amount, entry.fees) = (.dividend, total + withheld, withheld)
        default: (entry.action, entry.amount) = total < 0 ? (.withdrawal, -total) : (.deposit, total)
        }
    }

    // MARK: Positions

    private func readPositions(_ positions: [OFXStatement.Position], _ draft: inout Draft) {
        var places: [String: [Int]] = [:]
        for (place, item) in outline.positions.enumerated().reversed() {
            places[item.id ?? "", default: []].append(place)
        }
        var read: [(place: Int, position: BrokerPosition)] = []
        var omitted: [(place: Int, omission: Omission)] = []
        for position in positions {
            guard let place = places[position.security.text]?.popLast() else { continue }
            let item = outline.positions[place]
            let line = Int32(clamping: item.line)
            let security = index(of: position.security, &draft)
            let units = item.numbers.contains("UNITS") ? number(position.units) : nil
            let day = item.time?.day ?? outline.asOf
            if security == nil || units == nil {
                draft.diagnostics.add(
                    .malformedTable, "The position has no security or no units.", line: item.line, column: item.column)
            }
            if day == nil {
                draft.diagnostics.add(
                    .dateUnreadable, "The position has no date.", line: item.line, column: item.column)
            }
            guard let security, let units, let day else { continue }
            if item.kind == "POSOPT" || item.kind == "POSDEBT" {
                let reason: Omission.Reason = item.kind == "POSOPT" ? .derivative : .debt
                omitted.append((place, Omission(reason, security: security, line: line)))
                continue
            }
            let quantity = position.isShort ? -units.magnitude : units
            read.append(
                (
                    place,
                    BrokerPosition(
                        security: security, quantity: quantity, price: number(position.unitPrice),
                        currency: position.currency.flatMap { CurrencyCode($0) } ?? currency, day: day, line: line)
                ))
        }
        for place in places.values.joined() {
            let item = outline.positions[place]
            draft.diagnostics.add(
                .malformedTable, "The position cannot be read.", line: item.line, column: item.column)
        }
        draft.file.positions += read.sorted { $0.place < $1.place }.map(\.position)
        draft.file.omissions += omitted.sorted { $0.place < $1.place }.map(\.omission)
    }
}

extension [String] {
    /// Returns the distinct non-empty texts.
    fileprivate func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

extension String {
    /// The text, or `nil` if it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
