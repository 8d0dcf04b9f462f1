extension ReadyFormat {
    /// The transactions of an account at Saxo, without its currency.
    static let saxo = ReadyFormat(
        name: "saxo",
        text: """
            dates: dd-MMM-yyyy
            decimal: either
            amounts: after
            feeAmounts: minus
            symbolUntil: ":"
            columns:
              date: Trade Date
              action: [Type, Event]
              symbol: Instrument Symbol
              isin: Instrument ISIN
              name: Instrument
              amount: Amount
              id: Order ID
            header: [Client ID, Value Date, Instrument currency, Exchange Description, Conversion Rate]
            actions:
              BUY: ["trade buy {quantity} @ {*}", "transactie koop {quantity} @ {*}"]
              SELL: ["trade sell {quantity} @ {*}", "transactie verkoop {quantity} @ {*}"]
              DIVIDEND: corporate action dividend
              FEE: cash amount custody fee
              INTEREST: "cash amount {*}interest{*}"
              DEPOSIT: [cash transfer deposit, cash transfer withdrawal]
            """)
}
