import Trading

/// A transaction of an investment statement.
struct OFXTransaction {
    /// The aggregate that contains a transaction in the OFX specification.
    enum Kind: String, CaseIterable {
        case buyDebt = "BUYDEBT"
        case buyFund = "BUYMF"
        case buyOption = "BUYOPT"
        case buyOther = "BUYOTHER"
        case buyStock = "BUYSTOCK"
        case closeOption = "CLOSUREOPT"
        case income = "INCOME"
        case expense = "INVEXPENSE"
        case journalFund = "JRNLFUND"
        case journalSecurity = "JRNLSEC"
        case marginInterest = "MARGININTEREST"
        case reinvest = "REINVEST"
        case returnOfCapital = "RETOFCAP"
        case sellDebt = "SELLDEBT"
        case sellFund = "SELLMF"
        case sellOption = "SELLOPT"
        case sellOther = "SELLOTHER"
        case sellStock = "SELLSTOCK"
        case split = "SPLIT"
        case transfer = "TRANSFER"
        case bank = "INVBANKTRAN"
    }

    /// The kind of a bank transaction, if relevant to an investment account.
    enum BankKind {
        case interest, dividend, fee, other
    }

    /// The kind.
    let kind: Kind
    /// The elements.
    let record: OFXRecord

    /// Creates a transaction; `nil` if the record is something else.
    init?(_ record: OFXRecord) {
        guard let kind = Kind(rawValue: record.kind) else { return nil }
        (self.kind, self.record) = (kind, record)
    }

    /// The kind of a bank transaction.
    var bankKind: BankKind {
        switch record.text("TRNTYPE") {
        case "INT": .interest
        case "DIV": .dividend
        case "FEE", "SRVCHG": .fee
        default: .other
        }
    }
    /// Whether the income is interest rather than a dividend or a gain.
    var isInterest: Bool { record.text("INCOMETYPE") == "INTEREST" }
    /// Whether shares are sold that need not be held, or bought to cover those.
    var isShort: Bool {
        ["BUYTYPE", "OPTBUYTYPE"].contains { record.text($0) == "BUYTOCOVER" }
            || ["SELLTYPE", "OPTSELLTYPE"].contains { record.text($0) == "SELLSHORT" }
    }
    /// The broker's identifier (`FITID`).
    var id: String? { record.text("FITID") }
    /// The earlier transaction that this one corrects, and whether it deletes it.
    var correction: (id: String, isDeletion: Bool)? {
        record.text("CORRECTFITID").map { ($0, record.text("CORRECTACTION") == "DELETE") }
    }
    /// The day of the trade, in the broker's own time zone.
    var time: EntryTime? { record.time("DTTRADE") ?? record.time("DTPOSTED") }
    /// The name of the counterparty or a description, and further text.
    var notes: String? {
        let name = record.text("NAME")
        let memo = record.text("MEMO") ?? record.text("MEMO2")
        let texts = [name, memo == name ? nil : memo].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: ": ")
    }
    /// The number of shares; negative if they leave the account.
    var units: Amount? { record.number("UNITS") }
    /// The price of one share.
    var unitPrice: Amount? { record.number("UNITPRICE") }
    /// The change of cash; negative if paid.
    var total: Amount? { record.number(kind == .bank ? "TRNAMT" : "TOTAL") }
    /// The charges of a trade in the file.
    var charges: [Amount] { ["COMMISSION", "FEES", "TAXES", "LOAD", "PENALTY"].compactMap(record.number) }
    /// The withheld taxes.
    var withheld: Amount { ["WITHHOLDING", "STATEWITHHOLDING"].compactMap(record.number).reduce(0, +) }
    /// The ratio of a split, or else the shares after and before it.
    var splitRatio: (new: Amount, old: Amount)? {
        let hasRatio = record.text("NUMERATOR") != nil || record.text("DENOMINATOR") != nil
        guard let new = record.number(hasRatio ? "NUMERATOR" : "NEWUNITS"),
            let old = record.number(hasRatio ? "DENOMINATOR" : "OLDUNITS"), new > 0, old > 0
        else { return nil }
        return (new, old)
    }

    /// The fraction of a share that a split left for cash, if stated.
    ///
    /// The shares before the split and its ratio come to more than the shares after it.
    var fraction: Amount? {
        guard record.text("NUMERATOR") != nil, let (new, old) = splitRatio, let before = record.number("OLDUNITS"),
            let after = record.number("NEWUNITS"), before > 0, after >= 0
        else { return nil }
        let fraction = ((before * new).divided(by: old) - after).rounded(toPlaces: 9)
        return fraction > 0 && fraction < 1 ? fraction : nil
    }
}
