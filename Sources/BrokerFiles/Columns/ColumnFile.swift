package import FailureModel
package import Foundation
import Files
import Pipeline
import Trading

/// `NAME.columns.yaml`: what the columns and words of a broker's table mean.
///
/// ```yaml
/// separator: ";"              # "," or ";" or tab; by default the most frequent one of the first line
/// titleRows: 3                # rows that can come before the header; 0 by default
/// decimal: ","                # the decimal sign; "." by default
/// dates: dd.MM.yyyy           # yyyy-MM-dd by default; a time can follow, such as dd.MM.yyyy HH:mm
/// timeZone: "+01:00"          # of the times; UTC by default
/// currency: EUR               # of rows without a currency
/// columns:                    # ours on the left, the table's on the right
///   date: Buchungstag
///   action: Art
///   symbol: WKN               # symbol, isin or cusip
///   quantity: Stück
///   price: Kurs
///   amount: Betrag
///   fees: [Provision, Entgelt]
/// actions:                    # our actions, and the table's words for them
///   BUY: [Kauf, Sparplan]
///   SELL: Verkauf
///   skip: Storno              # rows that are passed over
/// ```
///
/// Without a column for the action, shares with a plus are bought and those with a minus are sold.
package struct ColumnFile: Sendable {
    /// Our columns, in the order in which they are documented.
    enum Field: String, CaseIterable {
        case date, action, symbol, isin, cusip, name, quantity, price, amount, fees, currency, rate, id, notes, lot
        case orderType = "order_type"
    }

    /// What a row with a word becomes.
    enum Meaning: Hashable {
        case entry(Action)
        case skipped
        case omitted(Omission.Reason)
    }

    let separator: CSVReader.Separator?
    let titleRows: Int
    let numbers: NumberFormat
    let dates: DatePattern?
    let minutesFromUTC: Int
    let currency: CurrencyCode?
    /// The table's names for our columns; only fees can have several.
    let columns: [Field: [String]]
    /// What the table's words mean, in lower case.
    let actions: [String: Meaning]

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

    private init(_ file: SettingsFile) {
        let keys =
            file.root?.mapping(known: [
                "separator", "titleRows", "decimal", "dates", "timeZone", "currency", "columns", "actions",
            ]) ?? [:]
        separator = keys["separator"].flatMap { node in
            node.text().flatMap { text in
                let found = text == "tab" ? .tab : CSVReader.Separator(rawValue: text)
                if found == nil { node.report("“separator” must be \",\", \";\" or tab.") }
                return found
            }
        }
        titleRows = keys["titleRows"]?.integer(in: 0...100) ?? 0
        let sign = keys["decimal"]?.choice(of: NumberFormat.DecimalSign.self) ?? .point
        numbers = NumberFormat(decimalSign: sign, isDecorated: true)
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
        columns = Self.columns(keys["columns"], file)
        actions = Self.actions(keys["actions"])
        if columns[.currency] == nil, currency == nil {
            file.root?.report("Write the currency of the rows as “currency”, or name its column.")
        }
        if columns[.action] != nil, actions.isEmpty {
            file.root?.report("Write as “actions” what the words in the column of the action mean.")
        }
    }

    private static func columns(_ node: SettingsNode?, _ file: SettingsFile) -> [Field: [String]] {
        guard let node else {
            file.root?.report("Write as “columns” which column is which.")
            return [:]
        }
        let known = node.mapping(known: Field.allCases.map(\.rawValue))
        var columns: [Field: [String]] = [:]
        for field in Field.allCases {
            guard let value = known[field.rawValue] else { continue }
            columns[field] = value.texts(isList: field == .fees && value.isList)
        }
        if columns[.date] == nil { node.report("The column “date” is missing.") }
        if columns[.quantity] == nil, columns[.amount] == nil {
            node.report("One of the columns “quantity” and “amount” is needed.")
        }
        if columns[.quantity] != nil, columns[.symbol] == nil, columns[.isin] == nil, columns[.cusip] == nil {
            node.report("One of the columns “symbol”, “isin” and “cusip” is needed.")
        }
        if columns[.quantity] != nil, columns[.price] == nil, columns[.amount] == nil {
            node.report("One of the columns “price” and “amount” is needed.")
        }
        return columns
    }

    private static func actions(_ node: SettingsNode?) -> [String: Meaning] {
        guard let node else { return [:] }
        var meanings: [String: Meaning] = ["skip": .skipped, "omit": .omitted(.other)]
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
