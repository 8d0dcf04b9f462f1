extension ReadyFormat {
    /// The history of an account at Fidelity (United States).
    ///
    /// The cash of the core account stays cash: what moves between the two is passed over.
    static let fidelity = ReadyFormat(
        name: "fidelity",
        text: """
            dates: MM/dd/yyyy
            currency: USD
            amounts: after
            costs: plus
            feeAmounts: minus
            undated: skip
            percentPrices: omit
            account: [Account Number, Account]
            columns:
              date: Run Date
              action: Action
              symbol: Symbol
              name: Description
              quantity: Quantity
              price: Price ($)
              fees: [Commission ($), Fees ($)]
              amount: Amount ($)
            header: [Type, Accrued Interest ($), Settlement Date]
            actions:
              BUY: ["you bought {*}", "reinvestment {*}"]
              SELL: "you sold {*}"
              DIVIDEND: ["dividend received {*}", "long-term cap gain {*}", "short-term cap gain {*}"]
              RETURN_OF_CAPITAL: "return of capital {*}"
              INTEREST: ["interest earned {*}", "margin interest {*}"]
              TAX: ["foreign tax paid {*}", "non-resident tax {*}"]
              FEE: ["fee charged {*}", "advisory fee {*}", "foreign custody fee {*}"]
              DEPOSIT: ["electronic funds transfer received {*}", "electronic funds transfer paid {*}", "direct deposit {*}",
                "direct debit {*}", "transferred from {*}", "transferred to {*}", "wire transfer {*}", "bill payment {*}",
                "check received {*}", "check paid {*}", "debit card purchase {*}", "cash contribution {*}"]
              skip: ["purchase into core account {*}", "redemption from core account {*}"]
              omit: ["you bought opening transaction {*}", "you bought closing transaction {*}",
                "you sold opening transaction {*}", "you sold closing transaction {*}", "you bought assigned {*}",
                "you sold assigned {*}", "expired {*}", "assigned {*}"]
            """)

    /// The history with the names of columns that Fidelity used until 2023.
    static let fidelityFormer = ReadyFormat(
        name: "fidelity-2",
        text: """
            extends: fidelity
            columns: {name: Security Description}
            header: [Security Type, Accrued Interest ($), Settlement Date]
            """)

    /// The history of an account that trades in several currencies.
    static let fidelityInternational = ReadyFormat(
        name: "fidelity-3",
        text: """
            extends: fidelity
            columns: {currency: Currency, price: Price, fees: [Commission, Fees], amount: Amount}
            header: [Type, Exchange Quantity, Exchange Currency, Accrued Interest]
            """)
}
