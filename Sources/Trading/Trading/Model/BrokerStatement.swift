/// A position according to the broker, for comparison with the ledger.
package struct BrokerPosition: Hashable, Sendable, Codable {
    /// The index of the security among the file's or the journal's.
    package var security: Int32
    /// The number of shares; negative if they were sold short.
    package var quantity: Amount
    /// The price of one share, which also serves as a close of ``day``.
    package var price: Amount?
    /// The currency of the price.
    package var currency: CurrencyCode
    /// The position is as of the end of this day.
    package var day: Day
    /// The index of the file in a ``Journal``; 0 in an ``EntryFile``.
    package var file: Int32
    /// The line in the file, from 1.
    package var line: Int32

    /// Creates a position.
    package init(
        security: Int32, quantity: Amount, price: Amount? = nil, currency: CurrencyCode, day: Day, file: Int32 = 0,
        line: Int32
    ) {
        self.security = security
        self.quantity = quantity
        self.price = price
        self.currency = currency
        self.day = day
        self.file = file
        self.line = line
    }
}

/// The cash of one currency according to the broker, for comparison with the ledger.
package struct CashBalance: Hashable, Sendable, Codable {
    /// The currency.
    package var currency: CurrencyCode
    /// The amount in that currency; negative if the account is overdrawn.
    package var amount: Amount
    /// The balance is as of the end of this day.
    package var day: Day
    /// The index of the file in a ``Journal``; 0 in an ``EntryFile``.
    package var file: Int32
    /// The line in the file, from 1.
    package var line: Int32

    /// Creates a balance.
    package init(currency: CurrencyCode, amount: Amount, day: Day, file: Int32 = 0, line: Int32) {
        self.currency = currency
        self.amount = amount
        self.day = day
        self.file = file
        self.line = line
    }
}

/// A line that the ledger does not support.
///
/// It is omitted and listed, and the account counts as incomplete.
package struct Omission: Hashable, Sendable, Codable {
    /// The reason for an omission.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// A short sale that cannot be booked.
        case short
        /// An exchange of currencies that names only one of them.
        case exchange
        /// An option, future, warrant or other derivative.
        case derivative
        /// A bond, bill or other debt, priced in percent of the face value.
        case debt
        /// A merger, spin-off, exchange or other reorganisation.
        case reorganisation
        /// Securities moved into or out of the account.
        case transfer
        /// An unknown word for an action.
        case unknown
        /// A trade with contradictory figures, or an exchange for nothing.
        case figures
        /// A line with an unknown level of detail.
        case level
        /// A line of a security with other omissions, so that it cannot be booked alone.
        case related
        /// Any other reason.
        case other
    }

    /// The reason.
    package var reason: Reason
    /// The index of the security among the file's or the journal's, if one is known.
    package var security: Int32?
    /// The index of the file in a ``Journal``; 0 in an ``EntryFile``.
    package var file: Int32
    /// The line in the file, from 1.
    package var line: Int32
    /// The file's unknown word for the action, if any.
    package var word: String?

    /// Creates an omission.
    package init(_ reason: Reason, security: Int32? = nil, file: Int32 = 0, line: Int32, word: String? = nil) {
        self.word = word
        self.reason = reason
        self.security = security
        self.file = file
        self.line = line
    }
}
