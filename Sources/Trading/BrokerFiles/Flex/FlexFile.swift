import FailureModel
import Trading

/// A Flex statement of Interactive Brokers in XML.
///
/// Trades and cash transactions are read as the same query's tables are; attributes are columns of the same name.
enum FlexFile {
    /// Reads a file, with the words of a column file that adds to known tables.
    static func read(_ bytes: [UInt8], _ columns: ColumnFile?, into draft: inout Draft) throws(Failure) {
        try read(FlexDocument(bytes, name: draft.file.name, limits: draft.limits), columns, into: &draft)
    }

    /// Reads the elements of a statement.
    static func read(_ document: FlexDocument, _ columns: ColumnFile?, into draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        guard !document.statements.isEmpty else {
            throw Failure(.malformedTable, "\(name) has no Flex statement; export the Flex query again, as XML.")
        }
        let accounts = Set(document.statements.compactMap { $0["accountId"] })
        guard accounts.count < 2 else {
            throw Failure(.malformedTable, "\(name) has the statements of several accounts; export each alone.")
        }
        draft.file.format = IBKRTable.format
        draft.file.accountNumberEnding = accounts.first.map { String($0.suffix(4)) }
        let days = document.statements.compactMap { statement in
            statement["fromDate"].flatMap { DateText.ibkr($0)?.day }
        }
        let lastDay = document.statements.compactMap { $0["toDate"].flatMap { DateText.ibkr($0)?.day } }.max()
        if let first = days.min(), let lastDay, first <= lastDay { draft.file.coverage = first...lastDay }
        let own = document.elements["AccountInformation"]?.lazy.compactMap {
            $0["currency"].flatMap { CurrencyCode($0) }
        }
        draft.file.currency = own?.first
        readTrades(document, columns, &draft)
        readCash(document, columns, &draft)
        FlexActions.read(document.rows("CorporateAction", FlexRows.actions), &draft)
        FlexTransfers.read(document.rows("Transfer", FlexRows.transfers), &draft)
        FlexBalances.read(document, lastDay, &draft)
        // The cells of rows are not at those places of the file.
        draft.diagnostics.forgetColumns()
        draft.diagnosticsOfUnknownRows.forgetColumns()
        var notes = draft.file.notes ?? []
        if document.areNumbered {
            notes.append("Several elements of \(name) share a line; numbers of lines are those of elements.")
        }
        if !document.unusedSections.isEmpty {
            let sections = document.unusedSections.sorted().joined(separator: ", ")
            notes.append("Sections of \(name) that are not used: \(sections).")
        }
        if !document.unusedColumns.isEmpty {
            notes.append("Columns of \(name) that are not used: \(document.unusedColumns.listed(40)).")
        }
        if !notes.isEmpty { draft.file.notes = notes }
        // Trades and actions of one day are in different sections, and would otherwise be booked section by section.
        draft.file.entries.sort { ($0.time.instant, $0.line) < ($1.time.instant, $1.line) }
    }

    /// Reads the trades: executions, or else orders.
    private static func readTrades(_ document: FlexDocument, _ columns: ColumnFile?, _ draft: inout Draft) {
        func level(_ element: FlexElement) -> IBKRTable.Level {
            IBKRTable.Level(element["levelOfDetail"] ?? "", detail: "EXECUTION")
        }
        let executions = (document.elements["Trade"] ?? []).filter { level($0) == .detail }
        let all = (document.elements["Trade"] ?? []) + (document.elements["Order"] ?? [])
        let isOrder = executions.isEmpty
        let chosen =
            isOrder
            ? all.filter { $0.name == "Order" || ($0["levelOfDetail"] ?? "").uppercased() == "ORDER" } : executions
        // The table leaves them out, and lists them.
        let unknown = all.filter { level($0) == .unknown }
        let lines = Set((chosen + unknown).map(\.line))
        for element in all where !lines.contains(element.line) {
            draft.file.passedOver.add(.repetition, line: element.line)
        }
        guard !chosen.isEmpty || !unknown.isEmpty else { return }
        let elements = chosen.map { element in
            var attributes = element.attributes
            // A level other than that of executions is passed over by the table.
            attributes["levelOfDetail"] = nil
            if element["dateTime"] == nil, let day = element["tradeDate"], let time = element["tradeTime"] {
                attributes["dateTime"] = "\(day);\(time)"
            }
            if element["buySell"] == nil, let quantity = element["quantity"] {
                attributes["buySell"] = quantity.hasPrefix("-") ? "SELL" : "BUY"
            }
            return FlexElement(name: element.name, attributes: attributes, line: element.line, number: element.number)
        }
        let rows = FlexRows(elements + unknown, FlexRows.trades, document.terms)
        guard let common = common(rows, &draft) else { return }
        read(rows, IBKRTrades.open(rows.header, common, TableAdditions(columns, in: rows.header)), "trades", &draft)
    }

    private static func readCash(_ document: FlexDocument, _ columns: ColumnFile?, _ draft: inout Draft) {
        let rows = document.rows("CashTransaction", FlexRows.cash)
        guard !rows.rows.isEmpty, let common = common(rows, &draft) else { return }
        let table = IBKRCash.open(rows.header, common, TableAdditions(columns, in: rows.header))
        read(rows, table, "cash transactions", &draft)
    }

    private static func read<Table: TableFormat>(
        _ rows: FlexRows, _ opened: OpenedTable<Table>, _ section: String, _ draft: inout Draft
    ) {
        switch opened {
        case .success(var table):
            for row in rows.rows { table.read(row, into: &draft) }
            table.finish(&draft)
        case .lacking(let columns):
            draft.diagnostics.add(
                .unknownColumns,
                "The \(section) have no \(columns.map(rows.terms.title).joined(separator: ", ")); "
                    + "\(rows.terms.remedy).",
                line: rows.header.line)
        }
    }

    /// Returns the columns of all sections; a section without currencies is an error.
    static func common(_ rows: FlexRows, _ draft: inout Draft) -> IBKRTable.Common? {
        if let common = IBKRTable.Common(rows.header) { return common }
        draft.diagnostics.add(
            .unknownColumns, "A section has no currency; \(rows.terms.remedy).", line: rows.header.line)
        return nil
    }
}
