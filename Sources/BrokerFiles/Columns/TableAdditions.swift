import Trading

/// What a ``ColumnFile`` adds to the table of a known broker: words for actions, and columns with fees and notes.
struct TableAdditions {
    /// What the broker's words mean, in lower case; they go before the reader's own.
    let actions: [String: ColumnFile.Meaning]
    /// Further columns with fees.
    let fees: [TableColumn]
    /// A column with notes.
    let notes: TableColumn?

    /// No additions.
    static let empty = TableAdditions(actions: [:], fees: [], notes: nil)

    private init(actions: [String: ColumnFile.Meaning], fees: [TableColumn], notes: TableColumn?) {
        self.actions = actions
        self.fees = fees
        self.notes = notes
    }

    /// Finds the columns in a header; `nil` if one of them is missing.
    init?(_ file: ColumnFile, in header: TableHeader) {
        func columns(_ field: ColumnFile.Field) -> [TableColumn]? {
            var columns: [TableColumn] = []
            for name in file.columns[field] ?? [] {
                guard let column = header.column(name) else { return nil }
                columns.append(TableColumn(index: column.index, name: field.rawValue))
            }
            return columns
        }
        guard let fees = columns(.fees), let notes = columns(.notes) else { return nil }
        self.init(actions: file.actions, fees: fees, notes: notes.first)
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
