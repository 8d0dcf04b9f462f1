import FailureModel
import Foundation
import Trading

/// The content of an OFX file that libofx does not pass on.
///
/// It consists of the order of transactions, their places, and dates as written. libofx converts dates to another time
/// zone, which would move some to another day.
///
/// The initialiser checks the structure, numbers and dates of the file. It rewrites the rest for libofx with every
/// element closed and nothing that could mislead an SGML parser.
struct OFXOutline {
    /// A transaction or a position.
    struct Item {
        /// The aggregate, such as `BUYSTOCK` or `POSMF`.
        var kind: String
        /// The line and column of the aggregate, from 1.
        var line: Int
        var column: Int
        /// The broker's identifier of a transaction, or the security of a position.
        var id: String?
        /// The day of the trade or of the price.
        var time: EntryTime?
        /// The names of its elements with numbers.
        ///
        /// libofx reads some missing ones as 0.
        var numbers: Set<String> = []
        /// The cash for fractional shares after a split, which libofx does not pass on.
        var fractionCash: Amount?
    }

    /// The transactions in the order of the file.
    private(set) var transactions: [Item] = []
    /// The positions in the order of the file.
    private(set) var positions: [Item] = []
    /// Transactions and positions of kinds unknown to OFX.
    private(set) var unknownItems: [Item] = []
    /// The lines of transactions in statements of other accounts than the investment account.
    private(set) var foreignLines: [Int] = []
    /// The account's number.
    private(set) var account: String?
    /// The currency of the statement.
    private(set) var currency: CurrencyCode?
    /// The day of the statement.
    private(set) var asOf: Day?
    /// The days covered completely by the transactions.
    private(set) var coverage: ClosedRange<Day>?
    /// The line of the balances, or of the statement if it has none.
    private(set) var balanceLine = 1
    /// The file for libofx, from `<OFX>` on.
    private(set) var text: [UInt8] = []

    private var statements = 0
    private var firstDay: Day?
    private var lastDay: Day?
    /// The open aggregates, from the outermost.
    private var path: [OFXToken] = []
    /// The transaction or position being read.
    private var item: Item?

    private static let depthLimit = 32
    /// Maximum length of a security's identifier in OFX, in bytes.
    ///
    /// libofx would truncate longer ones and confuse those with the same beginning.
    private static let securityLength = 32
    /// The used elements with numbers.
    private static let numbers: Set<String> = [
        "UNITS", "UNITPRICE", "TOTAL", "TRNAMT", "COMMISSION", "FEES", "TAXES", "LOAD", "PENALTY", "WITHHOLDING",
        "STATEWITHHOLDING", "OLDUNITS", "NEWUNITS", "NUMERATOR", "DENOMINATOR", "CURRATE", "AVAILCASH",
        "FRACCASH",
    ]
    /// The used elements with dates.
    private static let dates: Set<String> = ["DTTRADE", "DTPOSTED", "DTPRICEASOF", "DTASOF", "DTSTART", "DTEND"]
    /// The names of aggregates that are positions.
    private static let positionKinds: Set<String> = ["POSDEBT", "POSMF", "POSOPT", "POSOTHER", "POSSTOCK"]
    /// Aggregates with a required end tag.
    ///
    /// Others may lack one, like empty elements.
    private static let aggregates: Set<String> = [
        "OFX", "SIGNONMSGSRSV1", "SONRS", "STATUS", "FI", "INVSTMTMSGSRSV1", "INVSTMTTRNRS", "INVSTMTRS", "INVACCTFROM",
        "INVTRANLIST", "INVTRAN", "INVBUY", "INVSELL", "SECID", "STMTTRN", "INVPOSLIST", "INVPOS", "INVBAL",
        "SECLISTMSGSRSV1", "SECLIST", "SECINFO", "CURRENCY", "ORIGCURRENCY",
    ]

    /// Parses and checks a file.
    ///
    /// - Parameters:
    ///   - file: the bytes.
    ///   - kinds: the names of aggregates that are transactions.
    ///   - draft: collects errors in numbers and dates.
    /// - Throws: `malformed_table` if the file is not well-formed; `too_many_rows`.
    init(_ file: [UInt8], transactionKinds kinds: Set<String>, _ draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        var tokenizer = try OFXTokenizer(file, name: name, limits: draft.limits)
        let tokens = try Self.matched(&tokenizer, name, known: Self.aggregates.union(kinds).union(Self.positionKinds))
        text.reserveCapacity(file.count + tokens.count * 4)
        // The depth of a vendor's aggregate, which is omitted with its content.
        var foreign: Int?
        for token in tokens {
            switch token.kind {
            case .open:
                path.append(token)
                guard path.count <= Self.depthLimit else {
                    throw Self.malformed("Elements are nested too deeply.", token, name)
                }
                if foreign == nil, token.name.contains(".") { foreign = path.count }
                guard foreign == nil else { continue }
                write(token)
                begin(token, kinds)
            case .leaf(let value):
                guard foreign == nil, !value.isEmpty, !token.name.contains(".") else { continue }
                write(token)
                check(token, value, &draft)
            case .close:
                if foreign == nil { write(token) }
                if foreign == path.count { foreign = nil }
                path.removeLast()
                if let item, item.kind == token.name, foreign == nil { end(item) }
                let limit = draft.limits.transactions
                guard transactions.count <= limit, positions.count <= limit else {
                    throw Failure(.tooManyRows, "\(name) has more than \(limit) transactions or positions.")
                }
            }
        }
        guard statements > 0 else {
            throw Failure(.malformedTable, "\(name) has no investment statement (INVSTMTRS).")
        }
        guard statements == 1 else {
            throw Failure(
                .malformedTable, "\(name) has statements of \(statements) accounts; download each in a file.")
        }
        if let firstDay, let lastDay, firstDay <= lastDay { coverage = firstDay...lastDay }
    }

    private static func malformed(_ message: String, _ token: OFXToken, _ name: String) -> Failure {
        Failure(.malformedTable, message, at: .file(name, line: token.line, column: token.column))
    }

    /// Returns the tokens with a matching end for each start of an aggregate.
    ///
    /// Starts without an end become empty elements, and ends after elements with text are omitted.
    private static func matched(
        _ tokenizer: inout OFXTokenizer, _ name: String, known: Set<String>
    ) throws(Failure) -> [OFXToken] {
        var tokens: [OFXToken] = []
        /// The places of starts without an end so far.
        var open: [Int] = []
        var lastLeaf: String?
        while let token = try tokenizer.next() {
            switch token.kind {
            case .open:
                open.append(tokens.count)
                tokens.append(token)
                lastLeaf = nil
            case .leaf:
                tokens.append(token)
                lastLeaf = token.name
            case .close:
                if lastLeaf == token.name {
                    lastLeaf = nil
                    continue
                }
                lastLeaf = nil
                guard let start = open.lastIndex(where: { tokens[$0].name == token.name }) else {
                    throw malformed("There is the end of an element that does not begin.", token, name)
                }
                for place in open[(start + 1)...] {
                    guard !known.contains(tokens[place].name) else {
                        throw malformed("The element \(tokens[place].name) is never closed.", tokens[place], name)
                    }
                    tokens[place].kind = .leaf("")
                }
                let place = open[start]
                open.removeLast(open.count - start)
                if place == tokens.count - 1, !known.contains(token.name) {
                    tokens[place].kind = .leaf("")
                } else {
                    tokens.append(token)
                }
                if token.name == "OFX", open.isEmpty { return tokens }
            }
        }
        throw Failure(.malformedTable, "\(name) ends within an element; perhaps it was not downloaded completely.")
    }

    private mutating func write(_ token: OFXToken) {
        switch token.kind {
        case .open: text += "<\(token.name)>\n".utf8
        case .close: text += "</\(token.name)>\n".utf8
        case .leaf(let value):
            text += "<\(token.name)>".utf8
            for byte in value.utf8 {
                switch byte {
                case UInt8(ascii: "&"): text += "&amp;".utf8
                case UInt8(ascii: "<"): text += "&lt;".utf8
                case UInt8(ascii: ">"): text += "&gt;".utf8
                default: text.append(byte)
                }
            }
            text += "</\(token.name)>\n".utf8
        }
    }

    private var parent: String { path.last?.name ?? "" }

    private mutating func begin(_ token: OFXToken, _ kinds: Set<String>) {
        if token.name == "INVSTMTRS" { statements += 1 }
        if token.name == "INVSTMTRS" || token.name == "INVBAL" { balanceLine = token.line }
        guard path.count > 1 else { return }
        let container = path[path.count - 2].name
        if token.name == "STMTTRN", !path.contains(where: { $0.name == "INVSTMTRS" }) {
            foreignLines.append(token.line)
        }
        let isItem =
            container == "INVTRANLIST" && kinds.contains(token.name)
            || container == "INVPOSLIST" && Self.positionKinds.contains(token.name)
        let new = Item(kind: token.name, line: token.line, column: token.column)
        if isItem { item = new } else if ["INVTRANLIST", "INVPOSLIST"].contains(container) { unknownItems.append(new) }
    }

    private mutating func end(_ item: Item) {
        if Self.positionKinds.contains(item.kind) { positions.append(item) } else { transactions.append(item) }
        self.item = nil
    }

    private mutating func check(_ token: OFXToken, _ value: String, _ draft: inout Draft) {
        let statement = path.contains { $0.name == "INVSTMTRS" }
        if statement, Self.numbers.contains(token.name) {
            guard let number = Amount(exactly: value.replacingOccurrences(of: ",", with: ".")),
                number.significantDigits <= 15
            else {
                draft.diagnostics.add(
                    .malformedTable, "The element \(token.name) is not a number with at most 15 significant digits.",
                    line: token.line, column: token.column)
                return
            }
            item?.numbers.insert(token.name)
            if token.name == "FRACCASH" { item?.fractionCash = number }
        }
        if statement, Self.dates.contains(token.name) {
            guard let time = DateText.ofx(value) else {
                draft.diagnostics.add(
                    .dateUnreadable, "The element \(token.name) is not a date from 1900 to 2199.", line: token.line,
                    column: token.column)
                return
            }
            take(time, token.name)
        }
        switch (token.name, parent) {
        case ("FITID", _) where value.utf8.count > draft.limits.nameLength:
            draft.diagnostics.add(
                .malformedTable, "The element FITID has more than \(draft.limits.nameLength) bytes.", line: token.line,
                column: token.column)
        case ("UNIQUEID", _) where value.utf8.count > Self.securityLength:
            draft.diagnostics.add(
                .malformedTable, "The element UNIQUEID has more than \(Self.securityLength) bytes.", line: token.line,
                column: token.column)
        case ("FITID", "INVTRAN"), ("FITID", "STMTTRN"): item?.id = value
        case ("UNIQUEID", "SECID") where path.dropLast().last?.name == "INVPOS": item?.id = value
        case ("ACCTID", "INVACCTFROM"): account = value
        case ("CURDEF", "INVSTMTRS"):
            currency = CurrencyCode(value)
            if currency == nil {
                draft.diagnostics.add(
                    .malformedTable, "The element CURDEF is not a currency code of three letters.", line: token.line,
                    column: token.column)
            }
        default: break
        }
    }

    private mutating func take(_ time: EntryTime, _ name: String) {
        switch (name, parent) {
        case ("DTTRADE", _), ("DTPOSTED", _), ("DTPRICEASOF", _): if item?.time == nil { item?.time = time }
        case ("DTASOF", "INVSTMTRS"): asOf = time.day
        case ("DTSTART", "INVTRANLIST"): firstDay = time.day
        case ("DTEND", "INVTRANLIST"): lastDay = time.day
        default: break
        }
    }
}

extension Amount {
    /// The number of digits without leading and trailing zeros.
    fileprivate var significantDigits: Int {
        var digits = Array("\(significand)".utf8)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return digits.count
    }
}
