extension ReadyFormat {
    /// The account statement of DEGIRO in Portuguese.
    static let degiroPortuguese = ReadyFormat(
        name: "degiro-pt",
        text: """
            extends: degiro
            columns: {date: Data, action: Descrição, name: Produto, currency: Mudança, amount: Mudança + 1}
            header: [Hora, Data Valor, Saldo, ID da Ordem]
            """)
}
