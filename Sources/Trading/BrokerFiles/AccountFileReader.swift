package import FailureModel
package import Files
package import Foundation
package import Trading

/// Reads the files of an account.
///
/// All errors of a file are reported at once, and a file with errors returns nothing. Tables are read row by row;
/// OFX, XML, JSON and YAML files are read at once, within limits.
package struct AccountFileReader: Sendable {
    /// The limits of a file.
    package var limits: AccountFileLimits

    /// Creates a reader.
    package init(limits: AccountFileLimits = AccountFileLimits()) {
        self.limits = limits
    }

    /// Reads a file in memory.
    package func read(_ data: Data, name: String, columns: ColumnFile? = nil) throws(Failure) -> EntryFile {
        try read(ByteFeed(data: data, name: name), name: name, columns: columns)
    }

    /// Reads a file in the role that its name determines.
    ///
    /// - Parameters:
    ///   - feed: the bytes.
    ///   - name: the name of the file, with its suffix.
    ///   - columns: the meaning of the columns of a broker's table with an unknown header. If given, it is used for
    ///     every table with the role ``AccountFileName/Role/table``.
    /// - Returns: the content of the file. A column file has none, but is checked.
    /// - Throws: `unknown_columns`, `malformed_table`, `unknown_action`, `date_unreadable`, `too_many_rows`,
    ///   `input_empty`, `input_too_large`, `unsupported_type` for other names, or an error of reading the bytes.
    package func read(_ feed: ByteFeed, name: String, columns: ColumnFile? = nil) throws(Failure) -> EntryFile {
        guard let fileName = AccountFileName(name) else {
            throw Failure(.unsupportedType, "\(name) does not have the name of a file of an account.")
        }
        var draft = Draft(name: name, format: fileName.role.rawValue, limits: limits)
        switch fileName.role {
        case .trades, .lots, .prices, .rates: try own(fileName.role).read(feed, into: &draft)
        case .table:
            if columns?.isAddition != false, try ActivityRows.begins(feed) {
                try ActivityStatement.read(feed, columns, into: &draft)
                break
            }
            try export(columns, name, account: fileName.account).read(feed, into: &draft)
            if let columns, columns.isAddition, !columns.columnNames.isSubset(of: draft.addedColumns) {
                draft.diagnostics.add(
                    .unknownColumns,
                    "The tables of \(name) do not have all columns that \(fileName.account).columns.yaml adds.")
            }
        case .opinions: try OpinionsFile.read(try bytes(feed, name, limits.documentSize), into: &draft)
        case .account: try AccountSettingsFile.read(try bytes(feed, name, limits.settingsSize), into: &draft)
        case .columns: _ = try ColumnFile(Data(try bytes(feed, name, limits.settingsSize)), name: name, limits: limits)
        case .flex:
            let words = columns.flatMap { $0.isAddition ? $0 : nil }
            try FlexFile.read(try bytes(feed, name, limits.documentSize), words, into: &draft)
        case .ofx: try OFXFile.read(try bytes(feed, name, limits.documentSize), into: &draft)
        }
        if draft.file.format == IBKRTable.format {
            // The broker keeps cash in the currency of each row.
            for index in draft.file.entries.indices { draft.file.entries[index].keepsCurrency = true }
        }
        return try draft.finished()
    }

    private func own(_ role: AccountFileName.Role) -> TableFile {
        TableFile(preamble: 0) { header, draft in
            switch role {
            case .trades: TradesTable.trades(header, &draft)
            case .lots: TradesTable.lots(header, &draft)
            case .prices: PricesTable(header, &draft)
            default: RatesTable(header, &draft)
            }
        }
    }

    /// Returns the reader of brokers' tables, which can have a title above the header.
    private func export(_ columns: ColumnFile?, _ name: String, account: String) -> TableFile {
        let columnFile = "\(account).columns.yaml"
        if let columns, !columns.isAddition {
            return TableFile(
                preamble: columns.titleRows ?? Self.usualPreamble, isPreambleDeclared: columns.titleRows != nil,
                separator: columns.separator, encoding: columns.encoding,
                mismatch: "do not include all that \(columnFile) names"
            ) { header, draft in
                MappedTable(header, columns, &draft)
            }
        }
        let mismatch =
            columns == nil
            ? "are not those of a known table; describe them in \(columnFile)"
            : "are not those of a known table, to which \(columnFile) could add"
        return TableFile(
            preamble: columns?.titleRows ?? Self.usualPreamble, isPreambleDeclared: columns?.titleRows != nil,
            separator: columns?.separator, encoding: columns?.encoding, mismatch: mismatch,
            likeness: { ReadyFormat.likeness(of: $0, in: name, columnFile: columnFile) }
        ) { header, draft in
            // Each format starts without missing columns.
            func additions() -> TableAdditions {
                header.forgetRequests()
                return TableAdditions(columns, in: header)
            }
            let before = draft.diagnostics.count
            let table: (any TableFormat)? =
                SchwabTable(header, additions(), &draft) ?? Trading212Table(header, additions(), &draft)
                ?? IBKRTable.open(header, additions(), &draft)
            if table != nil, let columns {
                draft.addedColumns.formUnion(columns.columnNames.filter { header.contains([$0]) })
            }
            guard table == nil, draft.diagnostics.count == before, let ready = ReadyFormat.file(for: header) else {
                return table
            }
            header.forgetRequests()
            if let columns {
                draft.addedColumns.formUnion(columns.columnNames.filter { header.contains([$0]) })
            }
            return MappedTable(header, columns.map(ready.adding) ?? ready, &draft)
        }
    }

    /// Default maximum number of title rows.
    private static let usualPreamble = 20

    private func bytes(_ feed: ByteFeed, _ name: String, _ limit: Int) throws(Failure) -> [UInt8] {
        var feed = feed
        let bytes = Array(try feed.lookAhead(limit: limit + 1) { _ in false })
        guard bytes.count <= limit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(limit >> 20) MB.")
        }
        guard !bytes.isEmpty else { throw Failure(.inputEmpty, "\(name) is empty.") }
        return bytes
    }
}
