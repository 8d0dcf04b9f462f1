extension ReadyFormat {
    /// The account statement of DEGIRO in Dutch; those in other languages have other headers.
    static let degiro = ReadyFormat(
        name: "degiro",
        text: """
            dates: dd-MM-yyyy
            decimal: either
            undated: skip
            amounts: after
            feeAmounts: minus
            columns:
              date: Datum
              action: Omschrijving
              isin: ISIN
              name: Product
              currency: Mutatie
              amount: Mutatie + 1
            header: [Tijd, Valutadatum, FX, Saldo, Order Id]
            actions:
              BUY: ["koop {quantity} {*}@{*}", "buy {quantity} {*}@{*}", "kauf {quantity} {*}@{*}", "achat {quantity} {*}@{*}",
                "compra {quantity} {*}@{*}", "acquisto {quantity} {*}@{*}"]
              SELL: ["verkoop {quantity} {*}@{*}", "sell {quantity} {*}@{*}", "verkauf {quantity} {*}@{*}",
                "vente {quantity} {*}@{*}", "venta {quantity} {*}@{*}", "venda {quantity} {*}@{*}", "vendita {quantity} {*}@{*}"]
              FEE: ["{*}transactiekosten{*}", "{*}transaction and/or third party {*}", "{*}transaktions{*}gebühr{*}",
                "frais degiro {*}", "costes de transacción{*}", "comissões de transação {*}", "degiro aansluitingskosten {*}",
                "degiro exchange connection fee {*}"]
              DIVIDEND: [dividend, dividende, dividendo]
              TAX: [dividendbelasting, dividend tax, dividendensteuer, impôts sur dividende, retención del dividendo]
              EXCHANGE: [valuta creditering, valuta debitering, fx credit, fx debit, currency exchange - credit,
                currency exchange - debit, ingreso cambio de divisa, retirada cambio de divisa, währungswechsel (einbuchung),
                währungswechsel (ausbuchung)]
              INTEREST: [rente, interest, flatex interest, flatex interest income, zinsen]
              DEPOSIT: [ideal deposit, sofort deposit, flatex deposit, deposit, storting, einzahlung, ingreso, withdrawal,
                flatex withdrawal, flatex terugstorting, auszahlung]
              skip: [degiro cash sweep transfer, flatex cash sweep transfer, reservation ideal / sofort deposit,
                processed flatex withdrawal, "overboeking {*} uw geldrekening {*}", "transfer {*} your cash account {*}"]
            """)
}
