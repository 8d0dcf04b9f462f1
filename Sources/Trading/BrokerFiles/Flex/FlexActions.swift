import Foundation
import Trading

/// The corporate actions of a Flex statement, each of one or several rows.
enum FlexActions {
    /// What happens to the shares.
    private enum Kind {
        case split, exchange, spinOff, stockDividend, worthless, debt, noMovement
    }

    /// The broker's abbreviations.
    private static let kinds: [String: Kind] = [
        "FS": .split, "RS": .split, "FI": .split, "FORWARD SPLIT": .split, "REVERSE SPLIT": .split,
        "TC": .exchange, "TO": .exchange, "TI": .exchange, "IC": .exchange, "CC": .exchange, "MERGER": .exchange,
        "SO": .spinOff, "RI": .spinOff, "DI": .spinOff, "CO": .spinOff, "SPINOFF": .spinOff,
        "SD": .stockDividend, "HI": .stockDividend, "HD": .stockDividend,
        "DW": .worthless, "ED": .worthless, "BM": .debt, "BC": .debt, "PV": .noMovement,
    ]

    /// One row.
    private struct Leg {
        let kind: Kind?
        let security: Int32?
        let quantity: Amount
        /// The cash received.
        let proceeds: Amount
        let value: Amount
        let time: EntryTime
        let currency: CurrencyCode
        let rate: Amount?
        let id: String?
        let text: String
        let group: String
        let word: String
        let omission: Omission.Reason?
        let isCancellation: Bool
        let line: Int32

        func entry(_ action: Action, _ quantity: Amount = 0, price: Amount? = nil, amount: Amount? = nil) -> Entry {
            Entry(
                action, security: security, time: time, currency: currency, quantity: quantity, price: price,
                amount: amount, rate: rate, id: id, notes: text.isEmpty ? nil : text, line: line)
        }
    }

    static func read(_ rows: FlexRows, _ draft: inout Draft) {
        guard !rows.rows.isEmpty, let common = FlexFile.common(rows, &draft) else { return }
        var legs = rows.rows.compactMap { leg($0, rows.header, common, &draft) }
        cancel(&legs, &draft)
        var groups: [String] = []
        for leg in legs where !groups.contains(leg.group) { groups.append(leg.group) }
        let members = Dictionary(grouping: legs, by: \.group)
        for group in groups { book(members[group] ?? [], &draft) }
    }

    private static func leg(
        _ row: TableRow, _ header: TableHeader, _ common: IBKRTable.Common, _ draft: inout Draft
    ) -> Leg? {
        // Totals repeat the details.
        guard common.level(row, detail: "DETAIL", &draft) == .detail else { return nil }
        let before = draft.diagnostics.count
        let currency = draft.currency(row, common.currency)
        let security = common.security(row, currency, isNamed: false, &draft)
        let rate = common.readRate(row, currency, &draft)
        let figures = ["Quantity", "Proceeds", "Value"].map { draft.number(row, header.column($0)) ?? 0 }
        let id = draft.name(row, header.column("TransactionID"))
        let text = draft.text(row, header.column("ActionDescription")) ?? ""
        let word = row[header.column("Type")].uppercased()
        guard let date = header.column("Date/Time") else {
            draft.report(.dateUnreadable, "The corporate action has no date.", row)
            return nil
        }
        let time = draft.time(row, date, DateText.ibkr)
        guard draft.diagnostics.count == before, let time, let currency else { return nil }
        if kinds[word] == .split || word == "IC", let security { link(security, text, &draft) }
        // Rows of one action have the same text up to the security in parentheses at its end.
        let start = text.range(of: " (", options: .backwards)?.lowerBound ?? text.endIndex
        let number = row[header.column("ActionID")]
        let group = number.isEmpty ? "\(time.day)\n\(text[..<start])" : String(number)
        let codes = row[header.column("Code")].split(separator: ";").map { $0.trimmed.lowercased() }
        return Leg(
            kind: kinds[word], security: security, quantity: figures[0], proceeds: figures[1], value: figures[2],
            time: time, currency: currency, rate: rate, id: id, text: text, group: group, word: word,
            omission: common.omission(row), isCancellation: codes.contains("ca"), line: Int32(clamping: row.line))
    }

    /// Links a security under a former symbol to the symbol that its trades have.
    ///
    /// The broker renames the shares given up, such as `OLD(US0000000002) Split 1 for 10 (OLD.OLD, …, US0000000002)`.
    private static func link(_ index: Int32, _ text: String, _ draft: inout Draft) {
        var security = draft.securities.securities[Int(index)]
        guard let (symbol, identifier) = FlexText.subject(text.uppercased()), let renamed = security.symbol,
            renamed != symbol, [security.isin, security.cusip].contains(identifier)
        else { return }
        security.aliases = [symbol]
        _ = draft.securities.index(of: security)
    }

    /// Removes cancelled rows, with those that cancel them.
    private static func cancel(_ legs: inout [Leg], _ draft: inout Draft) {
        for cancellation in legs where cancellation.isCancellation {
            let place = legs.firstIndex { leg in
                !leg.isCancellation && leg.security == cancellation.security && leg.quantity == -cancellation.quantity
                    && leg.proceeds == -cancellation.proceeds && leg.word == cancellation.word
            }
            if let place {
                draft.file.passedOver.add(.cancelled, line: Int(legs[place].line))
                draft.file.passedOver.add(.cancelled, line: Int(cancellation.line))
                legs.remove(at: place)
            } else {
                draft.file.omissions.append(Omission(.other, security: cancellation.security, line: cancellation.line))
            }
        }
        legs.removeAll(where: \.isCancellation)
    }

    private static func book(_ legs: [Leg], _ draft: inout Draft) {
        guard let first = legs.first else { return }
        let reason: Omission.Reason? =
            legs.lazy.compactMap(\.omission).first ?? (first.kind == .debt ? .debt : nil)
        if let reason { return omit(legs, reason, &draft) }
        guard let kind = first.kind, legs.allSatisfy({ $0.kind == kind && ($0.security != nil || $0.quantity == 0) })
        else {
            omit(legs, .reorganisation, &draft)
            return
        }
        let given = legs.filter { $0.quantity < 0 }
        let received = legs.filter { $0.quantity > 0 }
        switch kind {
        case .debt: break
        case .noMovement:
            if given.isEmpty, received.isEmpty, legs.allSatisfy({ $0.proceeds == 0 }) {
                for leg in legs { draft.file.passedOver.add(.noMovement, line: Int(leg.line)) }
            } else {
                omit(legs, .reorganisation, &draft)
            }
        case .worthless:
            for leg in given { draft.file.entries.append(leg.entry(.sell, -leg.quantity, amount: leg.proceeds)) }
            if !received.isEmpty { omit(received, .reorganisation, &draft) }
        case .spinOff:
            guard given.isEmpty else { return omit(legs, .reorganisation, &draft) }
            for leg in received {
                draft.file.entries.append(leg.entry(.spinOff, leg.quantity, amount: leg.value > 0 ? leg.value : nil))
            }
            payCash(legs, &draft)
        case .stockDividend:
            guard given.isEmpty else { return omit(legs, .reorganisation, &draft) }
            for leg in received { draft.file.entries.append(leg.entry(.addedShares, leg.quantity)) }
            payCash(legs, &draft)
        case .split: split(legs, given: given, received: received, &draft)
        case .exchange: exchange(legs, given: given, received: received, &draft)
        }
    }

    /// Books a split by the ratio in its text, or by the shares added.
    private static func split(_ legs: [Leg], given: [Leg], received: [Leg], _ draft: inout Draft) {
        if let old = given.first, let new = received.first, given.count == 1, received.count == 1,
            old.security != new.security
        {
            return exchange(legs, given: given, received: received, &draft)
        }
        guard let leg = legs.first(where: { $0.quantity != 0 }), legs.allSatisfy({ $0.security == leg.security }) else {
            return omit(legs, .reorganisation, &draft)
        }
        if let (new, old) = ratio(in: leg.text) {
            draft.file.entries.append(leg.entry(.split, new, price: old))
        } else if given.isEmpty, received.count == 1 {
            draft.file.entries.append(leg.entry(.addedShares, leg.quantity))
        } else {
            return omit(legs, .reorganisation, &draft)
        }
        payCash(legs, &draft)
    }

    /// Books shares given up for cash, or for those of another security.
    private static func exchange(_ legs: [Leg], given: [Leg], received: [Leg], _ draft: inout Draft) {
        let cash = legs.reduce(0) { $0 + $1.proceeds }
        guard let old = given.first, given.allSatisfy({ $0.security == old.security }),
            received.allSatisfy({ $0.security == received[0].security && $0.security != old.security }),
            legs.allSatisfy({ $0.currency == old.currency || $0.proceeds == 0 }), cash >= 0
        else { return omit(legs, .reorganisation, &draft) }
        let lost = -given.reduce(0) { $0 + $1.quantity }
        guard let new = received.first else {
            draft.file.entries.append(old.entry(.sell, lost, amount: cash))
            return
        }
        var entry = old.entry(
            .merger, received.reduce(0) { $0 + $1.quantity }, price: lost, amount: cash == 0 ? nil : cash)
        entry.security = new.security
        entry.origin = old.security
        draft.file.entries.append(entry)
    }

    /// Books cash for fractional shares.
    private static func payCash(_ legs: [Leg], _ draft: inout Draft) {
        for leg in legs where leg.proceeds != 0 {
            draft.file.entries.append(leg.entry(.dividend, amount: leg.proceeds))
        }
    }

    private static func omit(_ legs: [Leg], _ reason: Omission.Reason, _ draft: inout Draft) {
        for leg in legs {
            draft.file.omissions.append(
                Omission(reason, security: leg.security, line: leg.line, word: leg.kind == nil ? leg.word : nil))
        }
    }

    /// Parses the ratio of a text such as `SPLIT 4 FOR 1`.
    private static func ratio(in text: String) -> (new: Amount, old: Amount)? {
        let words = text.uppercased().split(whereSeparator: { " ,()".contains($0) }).map(String.init)
        for place in words.indices.dropLast(2) where words[place + 1] == "FOR" {
            if let new = Amount(exactly: words[place]), let old = Amount(exactly: words[place + 2]), new > 0, old > 0 {
                return (new, old)
            }
        }
        return nil
    }
}
