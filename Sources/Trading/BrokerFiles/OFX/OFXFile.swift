import FailureModel
import Trading

/// An investment statement in OFX or QFX.
enum OFXFile {
    /// Reads a file.
    static func read(_ bytes: [UInt8], into draft: inout Draft) throws(Failure) {
        let outline = try OFXOutline(bytes, &draft)
        // Without malformed elements, records would seem to lack them.
        if draft.diagnostics.count > 0 { return }
        let statement = outline.statement
        if !outline.hasAccount { statement.report("The statement does not name its account (INVACCTFROM).", &draft) }
        guard let currency = statement.text("CURDEF").flatMap({ CurrencyCode($0) }) else {
            statement.report("The statement does not name its currency (CURDEF).", &draft)
            return
        }
        draft.file.format = "ofx"
        draft.file.accountNumberEnding = statement.text("ACCTID").map { String($0.suffix(4)) }
        draft.file.currency = currency
        if let first = statement.time("DTSTART")?.day, let last = statement.time("DTEND")?.day, first <= last {
            draft.file.coverage = first...last
        }
        for item in outline.unknownItems {
            draft.file.omissions.append(Omission(.unknown, line: Int32(clamping: item.line), word: item.kind))
        }
        for line in outline.foreignLines { draft.file.passedOver.add(.otherAccount, line: line) }
        let securities = OFXSecurities(outline.securities, &draft)
        var journal = OFXJournal(outline.transactions, currency, securities)
        journal.read(into: &draft)
        readPositions(outline, currency, securities, &draft)
        readBalance(outline, currency, &draft)
    }

    private static func readPositions(
        _ outline: OFXOutline, _ currency: CurrencyCode, _ securities: OFXSecurities, _ draft: inout Draft
    ) {
        for position in outline.positions {
            let line = Int32(clamping: position.line)
            let security = securities.index(of: position, &draft)
            let units = position.number("UNITS")
            let day = (position.time("DTPRICEASOF") ?? outline.statement.time("DTASOF"))?.day
            if security == nil || units == nil {
                position.report("The position has no security or no units.", &draft)
            }
            if day == nil { position.report("The position has no date.", code: .dateUnreadable, &draft) }
            guard let security, let units, let day else { continue }
            if position.kind == "POSOPT" || position.kind == "POSDEBT" {
                let reason: Omission.Reason = position.kind == "POSOPT" ? .derivative : .debt
                draft.file.omissions.append(Omission(reason, security: security, line: line))
                continue
            }
            guard let currency = position.currency(else: currency, &draft) else { continue }
            draft.file.positions.append(
                BrokerPosition(
                    security: security, quantity: position.text("POSTYPE") == "SHORT" ? -units.magnitude : units,
                    price: position.number("UNITPRICE"), currency: currency, day: day, line: line))
        }
    }

    private static func readBalance(_ outline: OFXOutline, _ currency: CurrencyCode, _ draft: inout Draft) {
        for balance in outline.balances where balance.kind == "INVBAL" && balance.number("AVAILCASH") == nil {
            balance.report("The balance has no amount (AVAILCASH).", &draft)
        }
        // A retirement account can state its cash again in INV401KBAL, which takes precedence.
        for balance in outline.balances.reversed() {
            guard let cash = balance.number(balance.kind == "INVBAL" ? "AVAILCASH" : "CASHBAL") else { continue }
            guard let day = outline.statement.time("DTASOF")?.day ?? draft.file.coverage?.upperBound else {
                draft.file.passedOver.add(.undated, line: balance.line)
                return
            }
            draft.file.balances.append(
                CashBalance(currency: currency, amount: cash, day: day, line: Int32(clamping: balance.line)))
            return
        }
    }
}
