extension ReadyFormat {
    /// The account statement of DEGIRO in Spanish.
    static let degiroSpanish = ReadyFormat(
        name: "degiro-es",
        text: """
            extends: degiro
            columns: {date: Fecha, action: Descripción, name: Producto, currency: Variación, amount: Variación + 1}
            header: [Hora, Fecha valor, Saldo, ID Orden]
            """)
}
