extension ReadyFormat {
    /// The transactions of an account at Hargreaves Lansdown, which name securities in words.
    static let hargreavesLansdown = ReadyFormat(
        name: "hl",
        text: """
            dates: dd/MM/yyyy
            empty: n/a
            currency: GBP
            amounts: after
            feeAmounts: minus
            columns:
              date: Trade date
              action: [Reference, Description]
              quantity: Quantity
              amount: Value (£)
            header: [Settle date, Unit cost (p)]
            actions:
              BUY: ["b{#} {symbol} {quantity} @ {*}", "b{#} {symbol}"]
              SELL: ["s{#} {symbol} {quantity} @ {*}", "s{#} {symbol}"]
              DIVIDEND: ["st div {symbol} dividend payment", "ovr cr {symbol} overseas dividend payment", "utc cr {symbol} - ut cash payment"]
              INTEREST: "interest {*}"
              FEE: "manage fee {*}"
              DEPOSIT: ["fpc {*}", "fpd {*}", "card web {*}", "transfer {*}"]
            """)
}
