import Trading

/// The positions, the cash and the exchange rates that a Flex statement states.
enum FlexBalances {
    static func read(_ document: FlexDocument, _ lastDay: Day?, _ draft: inout Draft) {
        readPositions(document, lastDay, &draft)
        readCash(document, lastDay, &draft)
        readRates(document, &draft)
    }

    private static func readPositions(_ document: FlexDocument, _ lastDay: Day?, _ draft: inout Draft) {
        // A position can be stated in total, and again for each of its lots.
        let elements = (document.elements["OpenPosition"] ?? []).filter { element in
            let isLot = (element["levelOfDetail"] ?? "").uppercased() == "LOT"
            if isLot { draft.file.passedOver.add(.repetition, line: element.line) }
            return !isLot
        }
        guard !elements.isEmpty else { return }
        let rows = FlexRows(elements, FlexRows.positions, document.terms)
        guard let common = FlexFile.common(rows, &draft) else { return }
        let (quantity, price) = (rows.header.column("Quantity"), rows.header.column("MarkPrice"))
        let day = rows.header.column("ReportDate")
        for row in rows.rows where row[common.assetClass].uppercased() != "CASH" {
            let currency = draft.currency(row, common.currency)
            let security = common.security(row, currency, isNamed: true, &draft)
            let line = Int32(clamping: row.line)
            let reported = day.flatMap { DateText.ibkr(row[$0])?.day } ?? lastDay
            let rate = common.readRate(row, currency, &draft)
            if let reason = common.omission(row) {
                draft.file.omissions.append(Omission(reason, security: security, line: line))
                continue
            }
            if quantity == nil || row[quantity].isEmpty {
                draft.report(.malformedTable, "The position has no number of shares.", row, quantity)
            }
            guard let held = draft.number(row, quantity), let currency, let security else { continue }
            guard let reported else {
                draft.file.passedOver.add(.undated, line: row.line)
                continue
            }
            if let rate, let base = draft.file.currency, base != currency {
                draft.file.rates.append(RateRow(from: currency, to: base, day: reported, rate: rate))
            }
            guard held != 0 else { continue }
            draft.file.positions.append(
                BrokerPosition(
                    security: security, quantity: held, price: draft.amount(row, price), currency: currency,
                    day: reported, line: line))
        }
    }

    private static func readCash(_ document: FlexDocument, _ lastDay: Day?, _ draft: inout Draft) {
        guard let elements = document.elements["CashReportCurrency"], !elements.isEmpty else { return }
        let rows = FlexRows(elements, FlexRows.balances, document.terms)
        let (currency, cash) = (rows.header.column("CurrencyPrimary"), rows.header.column("EndingCash"))
        let (day, level) = (rows.header.column("ToDate"), rows.header.column("LevelOfDetail"))
        for row in rows.rows {
            // The sum of all currencies is named BASE_SUMMARY, or marked by its level.
            guard let code = CurrencyCode(row[currency]), row[level].uppercased() != "BASECURRENCY" else {
                draft.file.passedOver.add(.repetition, line: row.line)
                continue
            }
            guard let amount = draft.number(row, cash) else { continue }
            guard let day = day.flatMap({ DateText.ibkr(row[$0])?.day }) ?? lastDay else {
                draft.file.passedOver.add(.undated, line: row.line)
                continue
            }
            draft.file.balances.append(
                CashBalance(currency: code, amount: amount, day: day, line: Int32(clamping: row.line)))
        }
    }

    /// Reads the rates of the used currencies; the section lists all others as well.
    private static func readRates(_ document: FlexDocument, _ draft: inout Draft) {
        guard let elements = document.elements["ConversionRate"], !elements.isEmpty else { return }
        var used = Set(draft.file.entries.map(\.currency)).union(draft.file.entries.compactMap(\.received))
        used.formUnion(draft.file.positions.map(\.currency))
        used.formUnion(draft.file.balances.map(\.currency))
        let rows = FlexRows(elements, FlexRows.rates, document.terms)
        let (from, to) = (rows.header.column("FromCurrency"), rows.header.column("ToCurrency"))
        let (day, rate) = (rows.header.column("ReportDate"), rows.header.column("Rate"))
        for row in rows.rows {
            guard let source = CurrencyCode(row[from]), used.contains(source), let target = CurrencyCode(row[to]),
                source != target, let day = day.flatMap({ DateText.ibkr(row[$0])?.day }),
                // A currency without a rate has −1.
                let rate = draft.number(row, rate), rate > 0
            else { continue }
            draft.file.rates.append(RateRow(from: source, to: target, day: day, rate: rate))
        }
    }
}
