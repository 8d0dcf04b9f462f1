import Trading

/// The transfers of shares and cash between accounts in a Flex statement.
///
/// They do not state what the shares cost.
enum FlexTransfers {
    static func read(_ rows: FlexRows, _ draft: inout Draft) {
        guard !rows.rows.isEmpty, let common = FlexFile.common(rows, &draft) else { return }
        let header = rows.header
        let (date, direction) = (header.column("Date/Time"), header.column("Direction"))
        let (quantity, value) = (header.column("Quantity"), header.column("PositionAmount"))
        let (cash, id) = (header.column("CashTransfer"), header.column("TransactionID"))
        let known = Set(draft.file.entries.compactMap(\.id))
        for row in rows.rows {
            let line = Int32(clamping: row.line)
            let before = draft.diagnostics.count
            let currency = draft.currency(row, common.currency)
            let security = common.security(row, currency, isNamed: true, &draft)
            let rate = common.readRate(row, currency, &draft)
            let isOut = row[direction].uppercased() == "OUT"
            let (shares, amount) = (draft.number(row, quantity) ?? 0, draft.number(row, cash) ?? 0)
            let worth = draft.number(row, value)
            let name = draft.name(row, id)
            guard let date else {
                draft.report(.dateUnreadable, "The transfer has no date.", row)
                continue
            }
            let time = draft.time(row, date, DateText.ibkr)
            guard draft.diagnostics.count == before, let time, let currency else { continue }
            if amount != 0, name.map(known.contains) != true {
                let isPaidOut = amount < 0 || isOut
                draft.file.entries.append(
                    Entry(
                        isPaidOut ? .withdrawal : .deposit, time: time, currency: currency, amount: amount.magnitude,
                        rate: rate, id: name, line: line))
            }
            guard shares != 0, row[common.assetClass].uppercased() != "CASH" else { continue }
            if let reason = common.omission(row) ?? (security == nil ? .transfer : nil) {
                draft.file.omissions.append(Omission(reason, security: security, line: line))
                continue
            }
            let isSentOut = shares < 0 || isOut
            draft.file.entries.append(
                Entry(
                    isSentOut ? .transferOut : .transferIn, security: security, time: time, currency: currency,
                    quantity: shares.magnitude,
                    amount: isSentOut ? worth.flatMap { $0 == 0 ? nil : $0.magnitude } : nil, rate: rate, id: name,
                    line: line))
        }
    }
}
