import FailureModel
import Foundation
import Trading

/// An aggregate of an OFX file, such as a transaction, with its elements' texts.
struct OFXRecord {
    /// The name of the aggregate, such as `BUYSTOCK`, `POSMF`, `STOCKINFO` or `INVBAL`.
    let kind: String
    /// The line of the aggregate, from 1.
    let line: Int
    /// The 1-based byte offset of the aggregate in its line.
    let column: Int
    private var texts: [String: String] = [:]

    /// The used elements with numbers.
    static let numbers: Set<String> = [
        "UNITS", "UNITPRICE", "TOTAL", "TRNAMT", "COMMISSION", "FEES", "TAXES", "LOAD", "PENALTY", "WITHHOLDING",
        "STATEWITHHOLDING", "OLDUNITS", "NEWUNITS", "NUMERATOR", "DENOMINATOR", "CURRATE", "AVAILCASH", "CASHBAL",
        "FRACCASH",
    ]
    /// The used elements with dates.
    static let dates: Set<String> = ["DTTRADE", "DTPOSTED", "DTPRICEASOF", "DTASOF", "DTSTART", "DTEND"]
    /// All used elements, so that a record stays small.
    private static let elements = numbers.union(dates).union([
        "FITID", "CORRECTFITID", "CORRECTACTION", "UNIQUEID", "UNIQUEIDTYPE", "SECNAME", "TICKER", "NAME", "MEMO",
        "MEMO2", "TRNTYPE", "INCOMETYPE", "BUYTYPE", "OPTBUYTYPE", "SELLTYPE", "OPTSELLTYPE", "POSTYPE", "CURSYM",
        "CURDEF", "ACCTID", "TFERACTION",
    ])
    private static let currencies: Set<String> = ["CURRENCY", "ORIGCURRENCY"]

    /// Creates a record without elements from the tag that begins it.
    init(_ token: OFXToken) {
        (kind, line, column) = (token.name, token.line, token.column)
    }

    /// Adds an element, and returns what is wrong with it.
    mutating func add(_ name: String, _ text: String, in aggregate: String) -> String? {
        guard Self.elements.contains(name) else { return nil }
        var key = name
        if name == "CURSYM" || name == "CURRATE" {
            guard Self.currencies.contains(aggregate) else {
                return "The element \(name) is outside of CURRENCY and ORIGCURRENCY."
            }
            key = "\(aggregate).\(name)"
        }
        guard texts[key] == nil || texts[key] == text else {
            return "The element \(name) occurs twice in \(kind), with different texts."
        }
        texts[key] = text
        return nil
    }

    /// Returns the text of an element.
    func text(_ name: String) -> String? { texts[name] }

    /// Returns the number of an element.
    func number(_ name: String) -> Amount? { texts[name].flatMap(Self.number) }

    /// Returns the date of an element.
    func time(_ name: String) -> EntryTime? { texts[name].flatMap { DateText.ofx($0) } }

    /// Parses a number, which can have a comma for the point.
    static func number(_ text: String) -> Amount? {
        Amount(exactly: text.replacingOccurrences(of: ",", with: "."))
    }

    /// The units of the statement's currency for one unit of the record's own.
    var rate: Amount? { number("CURRENCY.CURRATE") }

    /// Whether the amounts were converted to the statement's currency, unlike perhaps the prices.
    var isConverted: Bool { texts["ORIGCURRENCY.CURSYM"] != nil }

    /// Returns the currency of the amounts; `nil` if it is malformed, which is reported.
    ///
    /// Only `CURRENCY` names another one: with `ORIGCURRENCY`, the amounts are in the currency of the statement.
    func currency(else own: CurrencyCode, _ draft: inout Draft) -> CurrencyCode? {
        let symbols = Self.currencies.filter { texts["\($0).CURSYM"] != nil || texts["\($0).CURRATE"] != nil }
        guard symbols.contains("CURRENCY") else { return own }
        if symbols.count > 1 {
            report("The element \(kind) has both CURRENCY and ORIGCURRENCY.", &draft)
        } else if let currency = texts["CURRENCY.CURSYM"].flatMap({ CurrencyCode($0) }) {
            return currency
        } else {
            report("The element CURSYM is not a currency code of three letters.", &draft)
        }
        return nil
    }

    /// Reports an error of the record.
    func report(_ message: String, code: ErrorCode = .malformedTable, _ draft: inout Draft) {
        draft.diagnostics.add(code, message, line: line, column: column)
    }
}
