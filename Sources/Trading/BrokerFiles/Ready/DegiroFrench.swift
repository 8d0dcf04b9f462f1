extension ReadyFormat {
    /// The account statement of DEGIRO in French.
    static let degiroFrench = ReadyFormat(
        name: "degiro-fr",
        text: """
            extends: degiro
            columns: {date: Date, action: Description, isin: Code ISIN, name: Produit, currency: Mouvements, amount: Mouvements + 1}
            header: [Heure, FX, Solde, ID Ordre]
            """)
}
