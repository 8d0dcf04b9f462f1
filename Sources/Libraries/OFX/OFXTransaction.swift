import COFX

/// A transaction of an investment statement.
///
/// libofx returns numbers as `Double`. Here each is the shortest decimal text with the same value, which equals the
/// number in the file if that has at most 15 significant digits.
package struct OFXTransaction: Hashable, Sendable {
    /// The aggregate that contains a transaction in the OFX specification.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
    package enum BankKind: Hashable, Sendable {
        case interest, dividend, fee, other
    }

    /// The correction of an earlier transaction.
    package enum Correction: Hashable, Sendable {
        case delete, replace
    }

    /// The kind.
    package var kind: Kind
    /// The kind of a bank transaction.
    package var bankKind: BankKind
    /// Whether the income is interest rather than a dividend or a gain.
    package var isInterest: Bool
    /// Whether shares are sold short, or bought to cover a short sale.
    package var isShort: Bool
    /// The broker's identifier (`FITID`).
    package var id: String
    /// The earlier transaction that this one corrects, with the kind of correction.
    package var correction: (id: String, action: Correction)? { correctedID.map { ($0, correctionAction) } }
    private var correctedID: String?
    private var correctionAction: Correction = .replace
    /// The security.
    package var security: OFXSecurityID?
    /// The name of the counterparty, or a description.
    package var name: String?
    /// Further text.
    package var memo: String?
    /// The currency of the amounts, if different from the statement's.
    package var currency: String?
    /// The number of units of the statement's currency for one unit of ``currency``.
    package var rate: String?
    /// The number of shares; negative if they leave the account.
    package var units: String?
    /// The price of one share.
    package var unitPrice: String?
    /// The change of cash; negative if paid.
    package var total: String?
    /// The charges of a trade in the file: commission, fees, taxes, load and penalty.
    package var charges: [String]
    /// The withheld taxes in the file.
    package var withheld: [String]
    /// The shares before and after a split.
    package var splitUnits: (old: String, new: String)? { oldUnits.flatMap { old in newUnits.map { (old, $0) } } }
    /// The ratio of a split: new shares for old ones.
    package var splitRatio: (new: String, old: String)? {
        numerator.flatMap { new in denominator.map { (new, $0) } }
    }
    private var oldUnits: String?
    private var newUnits: String?
    private var numerator: String?
    private var denominator: String?

    /// Converts a transaction from libofx; `nil` unless it belongs to an investment statement.
    init?(_ data: formwright_ofx_transaction) {
        guard let kind = Self.kind(data.investment_type) else { return nil }
        self.kind = kind
        bankKind =
            switch UInt32(bitPattern: data.type) {
            case OFX_INT.rawValue: .interest
            case OFX_DIV.rawValue: .dividend
            case OFX_FEE.rawValue, OFX_SRVCHG.rawValue: .fee
            default: .other
            }
        isInterest = data.income_type == Int32(bitPattern: OFX_INTEREST.rawValue)
        isShort =
            data.buy_type == Int32(bitPattern: OFX_BUY_TYPE_BUYTOCOVER.rawValue)
            || data.sell_type == Int32(bitPattern: OFX_SELL_TYPE_SELLSHORT.rawValue)
        id = data.id.map(ofxText) ?? ""
        correctedID = data.corrected_id.map(ofxText)
        correctionAction = data.correction == Int32(bitPattern: DELETE.rawValue) ? .delete : .replace
        security = OFXSecurityID(data.unique_id, type: data.unique_id_type)
        name = data.name.map(ofxText)
        memo = data.memo.map(ofxText)
        if data.is_foreign != 0 {
            currency = data.currency.map(ofxText)
            rate = ofxNumber(data.rate)
        }
        units = ofxNumber(data.units)
        unitPrice = ofxNumber(data.unit_price)
        total = ofxNumber(data.amount)
        charges = [data.commission, data.fees, data.taxes, data.load, data.penalty].compactMap(ofxNumber)
        withheld = [data.withholding, data.state_withholding].compactMap(ofxNumber)
        oldUnits = ofxNumber(data.old_units)
        newUnits = ofxNumber(data.new_units)
        numerator = ofxNumber(data.numerator)
        denominator = ofxNumber(data.denominator)
    }

    private static func kind(_ type: Int32) -> Kind? {
        switch UInt32(bitPattern: type) {
        case OFX_BUYDEBT.rawValue: .buyDebt
        case OFX_BUYMF.rawValue: .buyFund
        case OFX_BUYOPT.rawValue: .buyOption
        case OFX_BUYOTHER.rawValue: .buyOther
        case OFX_BUYSTOCK.rawValue: .buyStock
        case OFX_CLOSUREOPT.rawValue: .closeOption
        case OFX_INCOME.rawValue: .income
        case OFX_INVEXPENSE.rawValue: .expense
        case OFX_JRNLFUND.rawValue: .journalFund
        case OFX_JRNLSEC.rawValue: .journalSecurity
        case OFX_MARGININTEREST.rawValue: .marginInterest
        case OFX_REINVEST.rawValue: .reinvest
        case OFX_RETOFCAP.rawValue: .returnOfCapital
        case OFX_SELLDEBT.rawValue: .sellDebt
        case OFX_SELLMF.rawValue: .sellFund
        case OFX_SELLOPT.rawValue: .sellOption
        case OFX_SELLOTHER.rawValue: .sellOther
        case OFX_SELLSTOCK.rawValue: .sellStock
        case OFX_SPLIT.rawValue: .split
        case OFX_TRANSFER.rawValue: .transfer
        case OFX_INVBANKTRAN.rawValue: .bank
        default: nil
        }
    }
}

/// The identifier of a security in a file.
package struct OFXSecurityID: Hashable, Sendable {
    /// The identifier.
    package var text: String
    /// The kind of identifier, such as `CUSIP` or `ISIN`; empty if unknown.
    package var type: String

    init?(_ id: UnsafePointer<CChar>?, type: UnsafePointer<CChar>?) {
        guard let id else { return nil }
        text = ofxText(id)
        self.type = type.map(ofxText) ?? ""
    }
}

/// Copies a text and replaces bytes that are not UTF-8.
func ofxText(_ pointer: UnsafePointer<CChar>) -> String { String(cString: pointer) }

/// Returns the shortest text of a number; `nil` if it is not finite.
func ofxNumber(_ number: Double) -> String? { number.isFinite ? "\(number)" : nil }
