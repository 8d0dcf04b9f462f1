package import FailureModel
package import Foundation
import Files
import Pipeline
import Trading

/// `NAME.columns.yaml`: what the columns and words of a broker's table mean.
///
/// ```yaml
/// separator: ";"              # "," or ";" or tab; by default the most frequent one of the first line
/// encoding: windows-1252      # or utf-8, or utf-16; by default what the text shows
/// titleRows: 3                # rows that can come before the header, whatever they hold; else only titles can
/// decimal: ","                # the decimal sign; "." by default
/// empty: "-"                  # what stands for an empty cell
/// dates: dd.MM.yyyy           # yyyy-MM-dd by default; a time can follow, such as dd.MM.yyyy HH:mm
/// timeZone: "+01:00"          # of the times; UTC by default
/// currency: EUR               # of rows without a currency
/// costs: minus                # the sign of fees that are costs; by default what the rows show
/// amounts: before             # whether amounts are those before or after fees; by default what the rows show
/// feeAmounts: minus           # the sign of the amounts of a FEE and a TAX that are costs; by default what the rows show
/// direction: amount           # what a minus says of a TRADE: sold if the quantity has it, bought if the amount has it
/// rates: inverse              # rates are units of the row's currency for one of the account's
/// columns:                    # ours on the left, the table's on the right
///   date: Buchungstag
///   action: Art               # or several, such as [Art, Richtung], whose words are joined by a space
///   symbol: WKN               # symbol, isin or cusip
///   quantity: Stück
///   price: Kurs
///   amount: Betrag
///   fees: [Provision, Entgelt]
/// actions:                    # our actions, and the table's words for them
///   BUY: [Kauf, Sparplan]
///   SELL: Verkauf
///   TRADE: Handel             # bought or sold, by the sign
///   skip: Storno              # rows that are passed over
/// ```
///
/// Without a column for the action, each row is a `TRADE`.
///
/// A file without the columns that make a table, but with `actions`, `fees` or `notes`, adds these to the table of a known
/// broker; `costs` is then the sign of costs in the added columns.
package struct ColumnFile: Sendable {
    /// Our columns, in the order in which they are documented.
    enum Field: String, CaseIterable {
        case date, action, symbol, isin, cusip, name, quantity, price, amount, fees, currency, rate, id, notes, lot
        case orderType = "order_type"
    }

    /// What a row with a word becomes.
    enum Meaning: Hashable {
        case entry(Action)
        /// Bought or sold, by the sign.
        case trade
        case skipped
        case omitted(Omission.Reason)
    }

    /// Whose sign says what was bought and sold.
    enum Direction: String, CaseIterable {
        case quantity, amount
    }

    /// What the rates of rows convert.
    enum Rates: String, CaseIterable {
        /// One unit of the row's currency into the account's.
        case direct
        /// One unit of the account's currency into the row's.
        case inverse
    }

    let separator: CSVReader.Separator?
    /// `nil` to recognise it.
    let encoding: TextEncoding?
    /// `nil` unless the user says how many rows come before the header.
    let titleRows: Int?
    let numbers: NumberFormat
    /// What stands for an empty cell.
    let empty: Set<String>
    let dates: DatePattern?
    let minutesFromUTC: Int
    let currency: CurrencyCode?
    let costs: ChargeConventions.Sign?
    let amounts: ChargeConventions.Amounts?
    let feeAmounts: ChargeConventions.Sign?
    /// `nil` unless the user states it; it is then that of the quantity.
    let direction: Direction?
    let rates: Rates
    /// The table's names for our columns; only fees and actions can have several.
    let columns: [Field: [String]]
    /// What the table's words mean, in lower case.
    let actions: [String: Meaning]
    /// Whether the file only adds to the table of a known broker.
    let isAddition: Bool

    /// Reads a column file.
    ///
    /// - Parameters:
    ///   - data: the file.
    ///   - name: its name in messages.
    ///   - limits: the limits of the file.
    /// - Throws: `malformed_table` with all mistakes and their lines; `input_too_large`.
    package init(_ data: Data, name: String, limits: AccountFileLimits = AccountFileLimits()) throws(Failure) {
        self = try YAMLFile.read([UInt8](data), name: name, limits: limits) { ColumnFile($0) }
    }

    /// The keys at the root.
    private static let keys = ["separator", "encoding", "titleRows", "costs", "columns", "actions"] + formatKeys
    /// The keys that say how to read a table, and mean nothing for one that is known.
    private static let formatKeys = [
        "decimal", "empty", "dates", "timeZone", "currency", "amounts", "feeAmounts", "direction", "rates",
    ]
    /// The columns that can be added to a known table.
    private static let addedColumns: Set<Field> = [.fees, .notes]

    private init(_ file: SettingsFile) {
        let keys = file.root?.mapping(known: Self.keys) ?? [:]
        separator = keys["separator"].flatMap { node in
            node.text().flatMap { text in
                let found = text == "tab" ? .tab : CSVReader.Separator(rawValue: text)
                if found == nil { node.report("“separator” must be \",\", \";\" or tab.") }
                return found
            }
        }
        encoding = keys["encoding"]?.choice(of: TextEncoding.self)
        titleRows = keys["titleRows"]?.integer(in: 0...100)
        let sign = keys["decimal"]?.choice(of: NumberFormat.DecimalSign.self) ?? .point
        numbers = NumberFormat(decimalSign: sign, isDecorated: true)
        empty = Set(keys["empty"].map { $0.texts(isList: $0.isList) } ?? [])
        dates = keys["dates"].flatMap { node in
            node.text().flatMap { text in
                let pattern = DatePattern(text)
                if pattern == nil {
                    node.report("“dates” must be a pattern such as dd.MM.yyyy or yyyy-MM-dd HH:mm:ss.")
                }
                return pattern
            }
        }
        minutesFromUTC =
            keys["timeZone"].flatMap { node in
                node.text().flatMap { text in
                    var scanner = TextScanner(text)
                    let minutes = DateText.zone(&scanner)
                    if minutes == nil || !scanner.isAtEnd || !(-1080...1080).contains(minutes ?? 0) {
                        node.report("“timeZone” must be a distance from UTC such as \"+01:00\", or Z.")
                    }
                    return minutes
                }
            } ?? 0
        currency = keys["currency"]?.currency()
        costs = keys["costs"]?.choice(of: ChargeConventions.Sign.self)
        amounts = keys["amounts"]?.choice(of: ChargeConventions.Amounts.self)
        feeAmounts = keys["feeAmounts"]?.choice(of: ChargeConventions.Sign.self)
        direction = keys["direction"]?.choice(of: Direction.self)
        rates = keys["rates"]?.choice(of: Rates.self) ?? .direct
        columns = Self.columns(keys["columns"])
        actions = Self.actions(keys["actions"])
        let outline = Outline(file.root, keys)
        isAddition = outline.isAddition
        if isAddition {
            for key in Self.formatKeys {
                keys[key]?.report("“\(key)” means nothing without the columns of a table, such as “date”.")
            }
        } else {
            check(outline, file)
        }
    }

    /// What the file says, by the keys that are there or were meant: what a mistake stands for is not missing as well.
    private struct Outline {
        let keys: Set<String>
        let columns: Set<Field>
        /// The node of the columns, if they can be read.
        let columnsNode: SettingsNode?
        /// Whether there are words for actions.
        let hasWords: Bool

        init(_ root: SettingsNode?, _ read: [String: SettingsNode]) {
            keys = Self.meant(by: root, among: ColumnFile.keys)
            columnsNode = read["columns"].flatMap { $0.isMapping ? $0 : nil }
            columns = Set(
                Self.meant(by: columnsNode, among: Field.allCases.map(\.rawValue)).compactMap { Field(rawValue: $0) })
            hasWords = read["actions"].map { !$0.isMapping || !$0.entries().isEmpty } ?? keys.contains("actions")
        }

        var isAddition: Bool {
            keys.contains("columns") ? !columns.isEmpty && columns.isSubset(of: ColumnFile.addedColumns) : hasWords
        }

        private static func meant(by node: SettingsNode?, among known: [String]) -> Set<String> {
            guard let node, node.isMapping else { return [] }
            let written = node.entries().compactMap { $0.key.text() }
            return Set(written.compactMap { SettingsNode.nearest(to: $0, among: known) })
        }
    }

    /// Reports what is missing for a table.
    private func check(_ outline: Outline, _ file: SettingsFile) {
        let columns = outline.columns
        if let node = outline.columnsNode {
            if !columns.contains(.date) { node.report("The column “date” is missing.") }
            if columns.isDisjoint(with: [.quantity, .amount]) {
                node.report("One of the columns “quantity” and “amount” is needed.")
            }
            if columns.contains(.quantity), columns.isDisjoint(with: [.symbol, .isin, .cusip]) {
                node.report("One of the columns “symbol”, “isin” and “cusip” is needed.")
            }
            if columns.contains(.quantity), columns.isDisjoint(with: [.price, .amount]) {
                node.report("One of the columns “price” and “amount” is needed.")
            }
        } else if outline.keys.contains("columns") {
            return
        } else {
            file.root?.report("Write as “columns” which column is which.")
        }
        if direction == .amount, !columns.contains(.amount) {
            file.root?.report("“direction: amount” needs the column “amount”.")
        }
        if !columns.contains(.currency), !outline.keys.contains("currency") {
            file.root?.report("Write the currency of the rows as “currency”, or name its column.")
        }
        if columns.contains(.action), !outline.hasWords {
            file.root?.report("Write as “actions” what the words in the column of the action mean.")
        }
        if !columns.contains(.action), outline.hasWords, columns.contains(.date) {
            file.root?.report("“actions” needs the column “action”.")
        }
    }

    /// The table's names of all columns.
    var columnNames: Set<String> { Set(columns.values.joined()) }

    /// Reads a date of the table.
    func timestamp(_ text: Substring) -> EntryTime? {
        dates.map { $0.timestamp(text, minutesFromUTC: minutesFromUTC) } ?? DateText.iso(text)
    }

    /// A row in which cells that stand for empty ones are empty.
    func emptied(_ row: TableRow) -> TableRow {
        if empty.isEmpty { return row }
        return TableRow(cells: row.cells.map { empty.contains(String($0.trimmed)) ? "" : $0 }, line: row.line)
    }

    private static func columns(_ node: SettingsNode?) -> [Field: [String]] {
        guard let node else { return [:] }
        let known = node.mapping(known: Field.allCases.map(\.rawValue))
        var columns: [Field: [String]] = [:]
        for field in Field.allCases {
            guard let value = known[field.rawValue] else { continue }
            columns[field] = value.texts(isList: (field == .fees || field == .action) && value.isList)
        }
        return columns
    }

    private static func actions(_ node: SettingsNode?) -> [String: Meaning] {
        guard let node else { return [:] }
        var meanings: [String: Meaning] = ["skip": .skipped, "omit": .omitted(.other), "TRADE": .trade]
        for action in Action.allCases where action != .opening { meanings[action.rawValue] = .entry(action) }
        let keys = node.mapping(known: meanings.keys.sorted())
        var actions: [String: Meaning] = [:]
        for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
            for word in value.texts(isList: value.isList) {
                if actions.updateValue(meanings[key] ?? .skipped, forKey: word.trimmed.lowercased()) != nil {
                    value.report("A word is listed for two actions.")
                }
            }
        }
        return actions
    }
}
