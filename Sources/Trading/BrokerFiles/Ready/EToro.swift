extension ReadyFormat {
    /// The account activity of a statement by eToro, saved as CSV.
    static let eToro = ReadyFormat(
        name: "etoro",
        text: """
            dates: dd/MM/yyyy HH:mm:ss
            decimal: either
            empty: "-"
            currency: USD
            amounts: after
            feeAmounts: minus
            symbolUntil: "/"
            columns:
              date: Date
              action: [Type, Asset type]
              symbol: Details
              quantity: Units
              amount: Amount
            header: [Realized Equity Change, Realized Equity, Position ID, NWA]
            actions:
              BUY: [open position stocks, open position etf, open position crypto]
              SELL: [position closed stocks, position closed etf, position closed crypto]
              DIVIDEND: [dividend stocks, dividend etf, dividend]
              INTEREST: interest payment
              DEPOSIT: [deposit, withdraw request]
              FEE: [withdraw fee, withdrawal conversion fee, deposit conversion fee, sdrt]
            """)
}
