extension ReadyFormat {
    /// The account statement of DEGIRO in German.
    static let degiroGerman = ReadyFormat(
        name: "degiro-de",
        text: """
            extends: degiro
            columns: {date: Datum, action: Beschreibung, name: Produkt, currency: Änderung, amount: Änderung + 1}
            header: [Uhrzeit, Valutadatum, FX, Saldo, Order-ID]
            """)
}
