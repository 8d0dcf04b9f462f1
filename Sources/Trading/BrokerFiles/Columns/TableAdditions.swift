import Trading

/// Additions of a ``ColumnFile`` to the table of a known broker.
///
/// They are words for actions, and columns with fees and notes.
struct TableAdditions {
    /// The meaning of the broker's words in lower case, which precede the reader's own.
    let actions: [String: ColumnFile.Meaning]
    /// Additional columns with fees.
    let fees: [TableColumn]
    /// A column with notes.
    let notes: TableColumn?
    /// The sign of costs in the additional columns, if the user states it.
    let costs: ChargeConventions.Sign?

    /// Finds the columns in a header.
    ///
    /// A file can contain several tables, and some may lack a column.
    init(_ file: ColumnFile?, in header: TableHeader) {
        func columns(_ field: ColumnFile.Field) -> [TableColumn] {
            (file?.columns[field] ?? []).compactMap { name in
                header.column(name).map { TableColumn(index: $0.index, name: field.rawValue) }
            }
        }
        actions = file?.actions ?? [:]
        fees = columns(.fees).uniqued()
        notes = columns(.notes).first
        costs = file?.costs
    }

    /// Returns the added fee columns that the table's own reader does not read.
    func fees(besides own: TableColumn?...) -> [TableColumn] {
        fees.filter { fee in !own.contains { $0?.index == fee.index } }
    }

    /// Returns the added meaning of a row's word, if any.
    ///
    /// `own` returns the table's meaning of an action, or `nil` if the table has no figures for it.
    func meaning<Meaning>(
        _ row: TableRow, _ column: TableColumn, _ draft: inout Draft, own: (Action) -> Meaning?
    ) -> Addition<Meaning>? {
        switch actions[row[column].lowercased()] {
        case nil: return nil
        case .skipped:
            draft.file.passedOver.add(.skipped, line: row.line)
            return .done
        case .omitted(let reason): return .omitted(reason)
        case .trade:
            draft.report(
                .unknownAction, "The column file makes the word a TRADE, which this table has no signs for.", row,
                column)
            return .done
        case .entry(let action):
            if let meaning = own(action) { return .meaning(meaning) }
            draft.report(
                .unknownAction, "The column file gives the word an action for which this table has no figures.", row,
                column)
            return .done
        }
    }

    /// The result of looking up an added word.
    enum Addition<Meaning> {
        /// The row is done.
        case done
        /// The row is omitted.
        case omitted(Omission.Reason)
        /// The row is read as another row of the table.
        case meaning(Meaning)
    }
}
