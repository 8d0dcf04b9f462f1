extension ReadyFormat {
    /// The activity feed of an account, as Freetrade exports it.
    static let freetrade = ReadyFormat(
        name: "freetrade",
        text: """
            amounts: after
            costs: plus
            columns:
              date: Timestamp
              action: [Type, Buy / Sell]
              symbol: Ticker
              isin: ISIN
              name: Title
              quantity: Quantity
              price: Price per Share in Account Currency
              amount: Total Amount
              fees: [Stamp Duty, FX Fee Amount]
              currency: Account Currency
              id: Order ID
            header: [Venue, Instrument Currency]
            actions:
              BUY: order buy
              SELL: order sell
              TRANSFER_IN: freeshare_order buy
              DIVIDEND: dividend
              INTEREST: interest_from_cash
              DEPOSIT: [top_up, withdrawal credit]
              WITHDRAWAL: withdrawal
              skip: [monthly_statement, tax_certificate]
            """)
}
