/// One line of an account: a trade, a payment or a split.
///
/// Numbers are positive; the action says in which direction shares and cash move. Only ``amount`` of interest, fees and
/// taxes can be negative, for corrections. Money is in ``currency``.
package struct Entry: Hashable, Sendable, Codable {
    /// What happened.
    package var action: Action
    /// The kind of order of a trade.
    package var orderType: OrderType
    /// The index of the security among the file's or the journal's, if the entry concerns one.
    package var security: Int32?
    /// When it happened.
    package var time: EntryTime
    /// The currency of price, fees and amount.
    package var currency: CurrencyCode
    /// The number of shares; for ``Action/split`` the new shares; 0 if the entry concerns none.
    package var quantity: Amount
    /// The price of one share; for ``Action/split`` the old shares.
    package var price: Amount?
    /// Commission and other costs of a trade, or what was deducted from a payment.
    package var fees: Amount
    /// The amount of a payment before fees; for a trade, the value of the shares, needed only without a price.
    package var amount: Amount?
    /// The exchange rate that the broker applied: units of the account's currency for one unit of ``currency``.
    package var rate: Amount?
    /// The broker's identifier of the transaction.
    package var id: String?
    /// The lot's name; for a sale, the lots to take, written `NAME` or `NAME=QUANTITY` and separated by `;`.
    package var lot: String?
    /// The file's own words about it.
    package var notes: String?
    /// The index of the file in a ``Journal``; 0 in an ``EntryFile``.
    package var file: Int32
    /// The line in the file, from 1; for formats without lines, the ordinal of the transaction.
    package var line: Int32

    /// Creates an entry.
    package init(
        _ action: Action, security: Int32? = nil, time: EntryTime, currency: CurrencyCode, quantity: Amount = 0,
        price: Amount? = nil, fees: Amount = 0, amount: Amount? = nil, rate: Amount? = nil, id: String? = nil,
        orderType: OrderType = .market, lot: String? = nil, notes: String? = nil, file: Int32 = 0, line: Int32
    ) {
        self.action = action
        self.orderType = orderType
        self.security = security
        self.time = time
        self.currency = currency
        self.quantity = quantity
        self.price = price
        self.fees = fees
        self.amount = amount
        self.rate = rate
        self.id = id
        self.lot = lot
        self.notes = notes
        self.file = file
        self.line = line
    }

    /// Whether all numbers have few enough digits to be written and read again.
    package var isExact: Bool {
        quantity.isExact && fees.isExact && price?.isExact != false && amount?.isExact != false
            && rate?.isExact != false
    }

    /// The value before fees, in ``currency``: the stated amount, or shares times price.
    ///
    /// The amount goes first, since prices in exports are rounded: 72.69 shares for 326.22 have the price 4.4877. Without
    /// one, a payment is quantity times price, where a missing one counts as 1.
    package var gross: Amount {
        if let amount { return amount }
        if action.needsSecurity { return price.map { quantity * $0 } ?? 0 }
        return switch (quantity, price) {
        case (0, let price): price ?? 0
        case (let quantity, let price): quantity * (price ?? 1)
        }
    }
}
