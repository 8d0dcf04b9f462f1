extension ReadyFormat {
    /// The account statement of DEGIRO in Italian.
    static let degiroItalian = ReadyFormat(
        name: "degiro-it",
        text: """
            extends: degiro
            columns: {date: Data, action: Descrizione, name: Prodotto, currency: Variazioni, amount: Variazioni + 1}
            header: [Ora, Data Valore, Saldo, ID Ordine]
            """)
}
