import FailureModel
import Trading

/// The investment statement of an OFX file, as written.
///
/// Creating it checks the structure, numbers, dates and identifiers of the file.
struct OFXOutline {
    /// The transactions in the order of the file.
    private(set) var transactions: [OFXTransaction] = []
    /// The positions in the order of the file.
    private(set) var positions: [OFXRecord] = []
    /// The descriptions of securities in the order of the file.
    private(set) var securities: [OFXRecord] = []
    /// The balances in the order of the file.
    private(set) var balances: [OFXRecord] = []
    /// Transactions and positions of kinds unknown to OFX.
    private(set) var unknownItems: [OFXRecord] = []
    /// The lines of transactions in statements of other accounts than the investment account.
    private(set) var foreignLines: [Int] = []
    /// Whether the statement names its account.
    private(set) var hasAccount = false
    /// The statement with its currency, account number and days.
    var statement: OFXRecord { statements[0] }

    private var statements: [OFXRecord] = []
    /// The open aggregates, from the outermost.
    private var path: [String] = []
    /// The record being read.
    private var record: OFXRecord?
    /// The number of open aggregates within the record being read, with its own.
    private var recordDepth = 0

    private static let depthLimit = 32
    /// Maximum length of a security's identifier in OFX, in bytes.
    private static let securityLength = 32
    /// The used elements of the statement itself, by their aggregates.
    private static let headers = [
        "CURDEF": "INVSTMTRS", "DTASOF": "INVSTMTRS", "ACCTID": "INVACCTFROM", "DTSTART": "INVTRANLIST",
        "DTEND": "INVTRANLIST",
    ]

    /// Parses and checks a file.
    ///
    /// - Parameters:
    ///   - file: the bytes.
    ///   - draft: collects errors in elements.
    /// - Throws: `malformed_table` if the file is not well-formed; `too_many_rows`.
    init(_ file: [UInt8], _ draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        var tokenizer = try OFXTokenizer(file, name: name, limits: draft.limits)
        // The depth of a vendor's aggregate, which is omitted with its content.
        var foreign: Int?
        for token in try OFXStructure.tokens(of: &tokenizer, name) {
            switch token.kind {
            case .open:
                path.append(token.name)
                guard path.count <= Self.depthLimit else {
                    throw OFXStructure.malformed("Elements are nested too deeply.", token, name)
                }
                if foreign == nil, token.name.contains(".") { foreign = path.count }
                if foreign == nil { begin(token, &draft) }
            case .leaf(let value):
                guard foreign == nil, !value.isEmpty, !token.name.contains(".") else { continue }
                if let (code, message) = check(token.name, value, draft.limits) ?? add(token.name, value) {
                    draft.diagnostics.add(code, message, line: token.line, column: token.column)
                }
            case .close:
                if foreign == path.count { foreign = nil }
                path.removeLast()
                if path.count < recordDepth { end() }
                let limit = draft.limits.transactions
                guard transactions.count <= limit, positions.count <= limit else {
                    throw Failure(.tooManyRows, "\(name) has more than \(limit) transactions or positions.")
                }
            }
        }
        guard statements.count > 0 else {
            throw Failure(.malformedTable, "\(name) has no investment statement (INVSTMTRS).")
        }
        guard statements.count == 1 else {
            throw Failure(
                .malformedTable, "\(name) has statements of \(statements.count) accounts; download each in a file.")
        }
    }

    private mutating func begin(_ token: OFXToken, _ draft: inout Draft) {
        let container = path.dropLast().last ?? ""
        switch token.name {
        case "INVSTMTRS": statements.append(OFXRecord(token))
        case "INVACCTFROM": hasAccount = hasAccount || container == "INVSTMTRS"
        case "STMTTRN": if !path.contains("INVSTMTRS") { foreignLines.append(token.line) }
        default: break
        }
        let isItem = OFXStructure.transactions.contains(token.name) || OFXStructure.positions.contains(token.name)
        if isItem, record != nil || !path.contains(where: OFXStructure.lists.contains), path.contains("INVSTMTMSGSRSV1")
        {
            OFXRecord(token).report("The element \(token.name) is not in a list of transactions or positions.", &draft)
        }
        guard record == nil else { return }
        let isRecord =
            switch container {
            case "INVTRANLIST": OFXStructure.transactions.contains(token.name)
            case "INVPOSLIST": OFXStructure.positions.contains(token.name)
            case "INVSTMTRS" where OFXStructure.balances.contains(token.name): true
            default: OFXStructure.securities.contains(token.name)
            }
        if isRecord {
            record = OFXRecord(token)
            recordDepth = path.count
        } else if OFXStructure.lists.contains(container) {
            unknownItems.append(OFXRecord(token))
        }
    }

    private mutating func end() {
        guard let record else { return }
        self.record = nil
        recordDepth = 0
        if let transaction = OFXTransaction(record) {
            transactions.append(transaction)
        } else if OFXStructure.positions.contains(record.kind) {
            positions.append(record)
        } else if OFXStructure.securities.contains(record.kind) {
            securities.append(record)
        } else {
            balances.append(record)
        }
    }

    /// Returns what is wrong with the text of an element.
    private func check(_ name: String, _ value: String, _ limits: AccountFileLimits) -> (ErrorCode, String)? {
        let isInStatement = path.contains("INVSTMTRS")
        if isInStatement, OFXRecord.numbers.contains(name), OFXRecord.number(value) == nil {
            return (
                .malformedTable,
                "The element \(name) is not a number, or has more than 20 digits before or after the point."
            )
        }
        if isInStatement, OFXRecord.dates.contains(name), DateText.ofx(value) == nil {
            return (.dateUnreadable, "The element \(name) is not a date from 1900 to 2199.")
        }
        if name == "CURDEF", path.last == "INVSTMTRS", CurrencyCode(value) == nil {
            return (.malformedTable, "The element CURDEF is not a currency code of three letters.")
        }
        let length: Int
        switch name {
        case "FITID", "CORRECTFITID", "TICKER": length = limits.nameLength
        case "UNIQUEID": length = Self.securityLength
        default: return nil
        }
        return value.utf8.count > length ? (.malformedTable, "The element \(name) has more than \(length) bytes.") : nil
    }

    /// Adds an element to its record, and returns what is wrong with it.
    private mutating func add(_ name: String, _ value: String) -> (ErrorCode, String)? {
        let aggregate = path.last ?? ""
        let parts = path[recordDepth...]
        var mistake: String?
        if record == nil {
            guard Self.headers[name] == aggregate, path.contains("INVSTMTRS") else { return nil }
            mistake = statements[statements.count - 1].add(name, value, in: aggregate)
        } else if parts.allSatisfy(OFXStructure.parts.contains) {
            // An option is followed by the identifier of its underlying security.
            if record?.kind == "OPTINFO", parts.first != "SECINFO" { return nil }
            mistake = record?.add(name, value, in: aggregate)
        }
        return mistake.map { (.malformedTable, $0) }
    }
}
