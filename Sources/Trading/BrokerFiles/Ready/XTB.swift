extension ReadyFormat {
    /// The cash operations of an account at XTB, without its currency.
    static let xtb = ReadyFormat(
        name: "xtb",
        text: """
            dates: dd.MM.yyyy HH:mm:ss
            separator: ";"
            amounts: after
            feeAmounts: minus
            columns:
              date: Time
              action: [Type, Comment]
              symbol: Symbol
              amount: Amount
              id: ID
            header: [ID, Type, Time, Comment, Symbol, Amount]
            actions:
              BUY: ["{*}open buy {quantity} @ {*}", "{*}open buy {quantity}/{*} @ {*}"]
              SELL: ["{*}close buy {quantity} @ {*}", "{*}close buy {quantity}/{*} @ {*}"]
              DIVIDEND: "dividend {*}"
              TAX: ["withholding tax {*}", "free funds interests tax {*}", "free-funds interest tax {*}"]
              INTEREST: ["free funds interests {*}", "free-funds interest {*}"]
              FEE: ["sec fee {*}", "fee {*}"]
              DEPOSIT: ["deposit {*}", "withdrawal {*}", "transfer {*}"]
            """)
}
