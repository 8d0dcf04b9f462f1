/// One line of an account: a trade, a payment or a split.
///
/// Numbers are positive; the action determines the direction of shares and cash. Only ``amount`` of interest, fees and
/// taxes can be negative, for corrections. Money is in ``currency``.
package struct Entry: Hashable, Sendable, Codable {
    /// What happened.
    package var action: Action
    /// The kind of order of a trade.
    package var orderType: OrderType
    /// The index of the security in the file or journal, if any.
    package var security: Int32?
    /// When it happened.
    package var time: EntryTime
    /// The currency of price, fees and amount.
    package var currency: CurrencyCode
    /// The number of shares; for ``Action/split`` the new shares; for ``Action/exchange`` the cash received.
    package var quantity: Amount
    /// The price of one share; for ``Action/split`` and ``Action/merger`` the old shares.
    package var price: Amount?
    /// The commission and other costs of a trade, or the deductions from a payment.
    package var fees: Amount
    /// The amount of a payment before fees, or the value of traded shares.
    ///
    /// A trade needs it only without a price.
    package var amount: Amount?
    /// The exchange rate applied by the broker.
    ///
    /// It is in units of the account's currency for one unit of ``currency``.
    package var rate: Amount?
    /// Whether the cash stays in ``currency``, so that ``rate`` only values it.
    ///
    /// Without a rate, it always does.
    package var keepsCurrency = false
    /// The currency received in an ``Action/exchange``.
    package var received: CurrencyCode?
    /// The index of the security given up in a ``Action/merger``, or behind a ``Action/spinOff``.
    package var origin: Int32?
    /// The broker's identifier of the transaction.
    package var id: String?
    /// The lot's name, or for a sale the lots to take.
    ///
    /// Those are written `NAME` or `NAME=QUANTITY` and separated by `;`.
    package var lot: String?
    /// Notes from the file.
    package var notes: String?
    /// The index of the file in a ``Journal``; 0 in an ``EntryFile``.
    package var file: Int32
    /// The line in the file (1-based).
    ///
    /// For formats without lines, it is the ordinal of the transaction.
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

    /// Whether the cash of the entry is held in ``currency``.
    var staysInCurrency: Bool { rate == nil || keepsCurrency }

    /// Whether all numbers have few enough digits for an exact round trip.
    package var isExact: Bool {
        quantity.isExact && fees.isExact && price?.isExact != false && amount?.isExact != false
            && rate?.isExact != false
    }

    /// The value before fees, in ``currency``: the stated amount, or shares times price.
    ///
    /// The amount takes precedence, since prices in exports are rounded: 72.69 shares for 326.22 have the price 4.4877.
    /// Without an amount, a payment is quantity times price; a missing price counts as 1.
    package var gross: Amount {
        if let amount { return amount }
        if action.pricesShares { return 0 }
        if action.needsSecurity { return price.map { quantity * $0 } ?? 0 }
        return switch (quantity, price) {
        case (0, let price): price ?? 0
        case (let quantity, let price): quantity * (price ?? 1)
        }
    }
}
