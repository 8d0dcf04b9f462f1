/// A position as the broker states it, to compare the ledger with.
package struct BrokerPosition: Hashable, Sendable, Codable {
    /// The index of the security among the file's or the journal's.
    package var security: Int32
    /// The number of shares; negative if they were sold short.
    package var quantity: Amount
    /// The price of one share, which also serves as a close of ``day``.
    package var price: Amount?
    /// The currency of the price.
    package var currency: CurrencyCode
    /// The day at whose end the position was held.
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

/// The cash of one currency as the broker states it, to compare the ledger with.
package struct CashBalance: Hashable, Sendable, Codable {
    /// The currency.
    package var currency: CurrencyCode
    /// The amount in that currency; negative if the account is overdrawn.
    package var amount: Amount
    /// The day at whose end it was held.
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

/// A line that the ledger does not model; it is left out and listed, and the account counts as incomplete.
package struct Omission: Hashable, Sendable, Codable {
    /// Why a line is left out.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// A short sale, or the purchase that covers one.
        case short
        /// An option, future, warrant or other derivative.
        case derivative
        /// A bond, bill or other debt: its price is in percent of the face value.
        case debt
        /// A merger, spin-off, exchange or other reorganisation.
        case reorganisation
        /// Securities moved into or out of the account.
        case transfer
        /// A word for what happened that is not known.
        case unknown
        /// A line of a security of which others are left out, so that this one cannot be booked alone.
        case related
        /// Anything else.
        case other
    }

    /// Why it is left out.
    package var reason: Reason
    /// The index of the security among the file's or the journal's, if one is known.
    package var security: Int32?
    /// The index of the file in a ``Journal``; 0 in an ``EntryFile``.
    package var file: Int32
    /// The line in the file, from 1.
    package var line: Int32
    /// The file's word for what happened, if it is not known.
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
