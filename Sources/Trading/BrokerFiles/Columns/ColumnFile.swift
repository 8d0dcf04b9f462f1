package import FailureModel
package import Foundation
import Files
import Pipeline
import Trading

/// `NAME.columns.yaml`: the meaning of the columns and words of a broker's table.
///
/// ```yaml
/// extends: degiro             # a ready format, or a known table, that this file changes
/// separator: ";"              # "," or ";" or tab; by default the most frequent one of the first line
/// encoding: windows-1252      # or utf-8, or utf-16; detected by default
/// titleRows: 3                # rows that can precede the header, whatever they contain; else only titles can
/// decimal: ","                # the decimal sign; "." by default; "either" if each row shows its own
/// empty: "-"                  # the text of an empty cell
/// dates: dd.MM.yyyy           # yyyy-MM-dd by default; a time can follow, such as dd.MM.yyyy HH:mm
/// timeZone: "+01:00"          # the zone of the times; UTC by default
/// currency: EUR               # the currency of rows without one
/// costs: minus                # the sign of fees that are costs; detected by default
/// amounts: before             # whether amounts are before or after fees; detected by default
/// feeAmounts: minus           # the sign of FEE and TAX amounts that are costs; detected by default
/// direction: amount           # the meaning of a minus in a TRADE: sold in the quantity, bought in the amount
/// undated: skip               # rows without a date are passed over
/// percentPrices: omit         # rows whose prices are in percent, as of bonds, are left out and listed
/// symbolUntil: "/"            # where the symbol in its cell ends
/// header: [Status]            # other columns that the table must have
/// account: Depotnummer        # the column of the account's number, if the table has it; one account per file
/// rates: inverse              # rates are units of the row's currency for one of the account's
/// columns:                    # our names on the left, the table's on the right
///   date: Buchungstag
///   action: Art               # or several, such as [Art, Richtung], whose words are joined by a space
///   symbol: WKN               # symbol, isin or cusip
///   quantity: Stück
///   price: Kurs
///   amount: Betrag            # or "Betrag + 1", the column on its right, if that has no name
///   fees: [Provision, Entgelt]
/// actions:                    # our actions and the table's words for them
///   BUY: [Kauf, "Kauf {quantity} {symbol} @ {price}"]
///   SELL: Verkauf
///   TRADE: Handel             # bought or sold, by the sign
///   skip: Storno              # rows to ignore
/// ```
///
/// Without a column for the action, each row is a `TRADE`.
///
/// A file with `actions`, `fees` or `notes`, but without the columns of a table, adds these to the table of a known
/// broker. `costs` is then the sign of costs in the added columns.
package struct ColumnFile: Sendable {
    /// Our columns, in the documented order.
    enum Field: String, CaseIterable {
        case date, action, symbol, isin, cusip, name, quantity, price, amount, fees, currency, rate, id, notes, lot,
            from
        case orderType = "order_type"
    }

    /// The meaning of a word in a row.
    enum Meaning: Hashable {
        case entry(Action)
        /// A purchase or a sale, depending on the sign.
        case trade
        case skipped
        case omitted(Omission.Reason)
    }

    /// The cell with the sign of purchases and sales.
    enum Direction: String, CaseIterable {
        case quantity, amount
    }

    /// The direction of the rates in rows.
    enum Rates: String, CaseIterable {
        /// From one unit of the row's currency to the account's.
        case direct
        /// From one unit of the account's currency to the row's.
        case inverse
    }

    let separator: CSVReader.Separator?
    /// `nil` to detect it.
    let encoding: TextEncoding?
    /// `nil` unless the user states the number of rows in front of the header.
    let titleRows: Int?
    let numbers: NumberFormat
    /// Whether each row shows its decimal sign.
    let decimalIsGuessed: Bool
    /// Whether rows without a date are skipped.
    let skipsUndated: Bool
    /// Whether rows with prices in percent are omitted.
    let omitsPercentPrices: Bool
    /// The text before which the symbol in its cell ends.
    let symbolEnd: String?
    /// Other columns that the table must have.
    let markers: [String]
    /// The names of the column of the account's number, which a table need not have.
    let accounts: [String]
    /// The name of the ready format that the file is or extends.
    private(set) var formatName: String?
    /// The texts of empty cells.
    let empty: Set<String>
    let dates: DatePattern?
    let minutesFromUTC: Int
    let currency: CurrencyCode?
    let costs: ChargeConventions.Sign?
    let amounts: ChargeConventions.Amounts?
    let feeAmounts: ChargeConventions.Sign?
    /// `nil` unless the user states it, which means the quantity.
    let direction: Direction?
    let rates: Rates
    /// The table's names for our columns; only fees and actions can have several.
    private(set) var columns: [Field: [String]]
    /// The meaning of the table's words, in lower case.
    private(set) var actions: [String: Meaning]
    /// The meaning of words with figures, the most specific first.
    private(set) var patterns: [(pattern: WordPattern, meaning: Meaning)]
    /// Whether the file only adds to the table of a known broker.
    let isAddition: Bool

    /// The decimal sign of a table.
    private enum Decimal: String, CaseIterable {
        case point = "."
        case comma = ","
        case either
    }

    /// The treatment of rows without a date.
    private enum Undated: String, CaseIterable {
        case skip
    }

    /// The treatment of rows with prices in percent.
    private enum PercentPrices: String, CaseIterable {
        case omit
    }

    /// Reads a column file.
    ///
    /// - Parameters:
    ///   - data: the file.
    ///   - name: the file name in messages.
    ///   - limits: the limits of the file.
    /// - Throws: `malformed_table` for all errors and their lines; `input_too_large`.
    package init(_ data: Data, name: String, limits: AccountFileLimits = AccountFileLimits()) throws(Failure) {
        self = try YAMLFile.read([UInt8](data), name: name, limits: limits) {
            ColumnFile($0) { ReadyFormat.file(named: $0) }
        }
    }

    /// Reads the column file of a ready format, which can extend earlier ones.
    init(_ format: ReadyFormat, _ earlier: [String: ColumnFile]) throws(Failure) {
        self = try YAMLFile.read([UInt8](format.text.utf8), name: format.name, limits: AccountFileLimits()) {
            ColumnFile($0, isReady: true) { earlier[$0] }
        }
        formatName = format.name
    }

    /// Returns the file with the words and columns of a file that only adds.
    func adding(_ file: ColumnFile) -> ColumnFile {
        var result = self
        result.columns[.fees, default: []] += file.columns[.fees] ?? []
        if result.columns[.fees] == [] { result.columns[.fees] = nil }
        if let notes = file.columns[.notes] { result.columns[.notes] = notes }
        result.actions.merge(file.actions) { $1 }
        result.patterns = Self.ordered(file.patterns + patterns)
        return result
    }

    /// Returns whether a header has all columns that the file names.
    func fits(_ header: TableHeader) -> Bool {
        !columns.isEmpty && header.contains(markers)
            && columns.values.joined().allSatisfy { header.index(of: $0) != nil }
    }

    private static func ordered(
        _ patterns: [(pattern: WordPattern, meaning: Meaning)]
    ) -> [(pattern: WordPattern, meaning: Meaning)] {
        patterns.enumerated().sorted {
            ($1.element.pattern.literalCount, $0.offset) < ($0.element.pattern.literalCount, $1.offset)
        }.map(\.element)
    }

    /// The keys at the root of the file.
    private static let keys =
        ["extends", "separator", "encoding", "titleRows", "costs", "columns", "actions"] + formatKeys
    /// The keys for the format of a table, unused for known tables.
    private static let formatKeys = [
        "decimal", "empty", "dates", "timeZone", "currency", "amounts", "feeAmounts", "direction", "rates", "undated",
        "percentPrices",
        "symbolUntil", "header", "account",
    ]
    /// The columns that can be added to a known table.
    private static let addedColumns: Set<Field> = [.fees, .notes]

    private init(_ file: SettingsFile, isReady: Bool = false, _ ready: (String) -> ColumnFile?) {
        let keys = file.root?.mapping(known: Self.keys) ?? [:]
        let extended = keys["extends"]?.text()
        let base = extended.flatMap(ready)
        if let extended, base == nil, !ReadyFormat.tables.contains(extended) {
            let known = (ReadyFormat.all.map(\.name) + ReadyFormat.tables).sorted().joined(separator: ", ")
            keys["extends"]?.report("“extends” must be one of \(known).")
        }
        formatName = base?.formatName
        separator =
            keys["separator"].flatMap { node in
                node.text().flatMap { text in
                    let found = text == "tab" ? .tab : CSVReader.Separator(rawValue: text)
                    if found == nil { node.report("“separator” must be \",\", \";\" or tab.") }
                    return found
                }
            } ?? base?.separator
        encoding = keys["encoding"]?.choice(of: TextEncoding.self) ?? base?.encoding
        titleRows = keys["titleRows"]?.integer(in: 0...100) ?? base?.titleRows
        let decimal = keys["decimal"]?.choice(of: Decimal.self)
        decimalIsGuessed = decimal.map { $0 == .either } ?? base?.decimalIsGuessed ?? false
        numbers =
            decimal.map { NumberFormat(decimalSign: $0 == .comma ? .comma : .point, isDecorated: true) }
            ?? base?.numbers ?? .english
        empty = keys["empty"].map { Set($0.texts(isList: $0.isList)) } ?? base?.empty ?? []
        skipsUndated = keys["undated"]?.choice(of: Undated.self) != nil || base?.skipsUndated == true
        omitsPercentPrices =
            keys["percentPrices"]?.choice(of: PercentPrices.self) != nil || base?.omitsPercentPrices == true
        symbolEnd = keys["symbolUntil"]?.text() ?? base?.symbolEnd
        markers = keys["header"].map { $0.texts(isList: $0.isList) } ?? base?.markers ?? []
        accounts = keys["account"].map { $0.texts(isList: $0.isList) } ?? base?.accounts ?? []
        dates =
            keys["dates"].flatMap { node in
                node.text().flatMap { text in
                    let pattern = DatePattern(text)
                    if pattern == nil {
                        node.report("“dates” must be a pattern such as dd.MM.yyyy or yyyy-MM-dd HH:mm:ss.")
                    }
                    return pattern
                }
            } ?? base?.dates
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
            } ?? base?.minutesFromUTC ?? 0
        currency = keys["currency"]?.currency() ?? base?.currency
        costs = keys["costs"]?.choice(of: ChargeConventions.Sign.self) ?? base?.costs
        amounts = keys["amounts"]?.choice(of: ChargeConventions.Amounts.self) ?? base?.amounts
        feeAmounts = keys["feeAmounts"]?.choice(of: ChargeConventions.Sign.self) ?? base?.feeAmounts
        direction = keys["direction"]?.choice(of: Direction.self) ?? base?.direction
        rates = keys["rates"]?.choice(of: Rates.self) ?? base?.rates ?? .direct
        columns = (base?.columns ?? [:]).merging(Self.columns(keys["columns"])) { $1 }
        let words = Self.actions(keys["actions"])
        actions = (base?.actions ?? [:]).merging(words.exact) { $1 }
        patterns = Self.ordered(words.patterns + (base?.patterns ?? []))
        let outline = Outline(file.root, keys, base)
        isAddition = base == nil && (extended.map(ReadyFormat.tables.contains) == true || outline.isAddition)
        if isAddition {
            for key in Self.formatKeys {
                keys[key]?.report("“\(key)” means nothing without the columns of a table, such as “date”.")
            }
            if !outline.columns.isSubset(of: Self.addedColumns) {
                keys["columns"]?.report("Only fees and notes can be added to a known table.")
            }
        } else if base == nil {
            check(outline, file, isReady: isReady)
        }
    }

    /// The keys of the file, including misspelt ones.
    ///
    /// A misspelt key is reported as misspelt, and not as missing too.
    private struct Outline {
        let keys: Set<String>
        let columns: Set<Field>
        /// The node of the columns, if valid.
        let columnsNode: SettingsNode?
        /// Whether the file has words for actions.
        let hasWords: Bool

        init(_ root: SettingsNode?, _ read: [String: SettingsNode], _ base: ColumnFile?) {
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

    /// Reports what a table needs and the file lacks.
    private func check(_ outline: Outline, _ file: SettingsFile, isReady: Bool) {
        let columns = outline.columns
        if let node = outline.columnsNode {
            if !columns.contains(.date) { node.report("The column “date” is missing.") }
            if columns.isDisjoint(with: [.quantity, .amount]) {
                node.report("One of the columns “quantity” and “amount” is needed.")
            }
            if columns.contains(.quantity), columns.isDisjoint(with: [.symbol, .isin, .cusip]), !names(\.symbol) {
                node.report("One of the columns “symbol”, “isin” and “cusip” is needed.")
            }
            if columns.contains(.quantity), columns.isDisjoint(with: [.price, .amount]) {
                node.report("One of the columns “price” and “amount” is needed.")
            }
        } else if outline.keys.contains("columns") || outline.keys.contains("extends") {
            return
        } else {
            file.root?.report("Write as “columns” which column is which.")
        }
        if direction == .amount, !columns.contains(.amount) {
            file.root?.report("“direction: amount” needs the column “amount”.")
        }
        if !columns.contains(.currency), !outline.keys.contains("currency"), !isReady {
            file.root?.report("Write the currency of the rows as “currency”, or name its column.")
        }
        if columns.contains(.action), !outline.hasWords {
            file.root?.report("Write as “actions” what the words in the column of the action mean.")
        }
        if !columns.contains(.action), outline.hasWords, columns.contains(.date) {
            file.root?.report("“actions” needs the column “action”.")
        }
    }

    /// Returns whether a word with figures has a kind of them.
    private func names(_ kind: KeyPath<WordPattern, Bool>) -> Bool { patterns.contains { $0.pattern[keyPath: kind] } }

    /// Returns the meaning of a word in lower case, with the figures in it.
    func meaning(of word: String) -> (meaning: Meaning, captures: WordPattern.Captures)? {
        if let meaning = actions[word] { return (meaning, WordPattern.Captures()) }
        for (pattern, meaning) in patterns {
            if let captures = pattern.match(word) { return (meaning, captures) }
        }
        return nil
    }

    /// The names of all columns in the table.
    var columnNames: Set<String> { Set(columns.values.joined()) }

    /// Parses a date of the table.
    func timestamp(_ text: Substring) -> EntryTime? {
        dates.map { $0.timestamp(text, minutesFromUTC: minutesFromUTC) } ?? DateText.iso(text)
    }

    /// Returns a row with the texts of empty cells removed.
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

    private typealias Words = (exact: [String: Meaning], patterns: [(pattern: WordPattern, meaning: Meaning)])

    private static func actions(_ node: SettingsNode?) -> Words {
        guard let node else { return ([:], []) }
        var meanings: [String: Meaning] = ["skip": .skipped, "omit": .omitted(.other), "TRADE": .trade]
        for action in Action.allCases where action != .opening { meanings[action.rawValue] = .entry(action) }
        let keys = node.mapping(known: meanings.keys.sorted())
        var words: Words = ([:], [])
        for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
            for word in value.texts(isList: value.isList) {
                let meaning = meanings[key] ?? .skipped
                if WordPattern.isPattern(word) {
                    if let pattern = WordPattern(word) {
                        words.patterns.append((pattern, meaning))
                    } else {
                        value.report(
                            "A word can have {quantity}, {price}, {symbol}, {#} and {*}, with other text between them.")
                    }
                } else if words.exact.updateValue(meaning, forKey: word.trimmed.lowercased()) != nil {
                    value.report("A word is listed for two actions.")
                }
            }
        }
        return words
    }
}
