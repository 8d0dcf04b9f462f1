import Trading

/// What a ``ColumnFile`` adds to the table of a known broker: words for actions, and columns with fees and notes.
struct TableAdditions {
    /// What the broker's words mean, in lower case; they go before the reader's own.
    let actions: [String: ColumnFile.Meaning]
    /// Further columns with fees.
    let fees: [TableColumn]
    /// A column with notes.
    let notes: TableColumn?
    /// The sign of costs in the further columns, if the user states it.
    let costs: ChargeConventions.Sign?

    /// Finds the columns in a header; a file can consist of several tables, of which some lack a column.
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

    /// The columns with fees other than those that the table's own reader reads.
    func fees(besides own: TableColumn?...) -> [TableColumn] {
        fees.filter { fee in !own.contains { $0?.index == fee.index } }
    }

    /// Returns what a row's word means; `nil` if the additions do not list it.
    ///
    /// `own` says what an action means in the table; `nil` for actions for which it has no figures.
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

    /// What becomes of a row with an added word.
    enum Addition<Meaning> {
        /// Nothing more.
        case done
        /// It is left out.
        case omitted(Omission.Reason)
        /// It is read as another row of the table.
        case meaning(Meaning)
    }
}
