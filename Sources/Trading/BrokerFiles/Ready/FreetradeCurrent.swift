extension ReadyFormat {
    /// The activity feed of Freetrade with the new name of the total.
    static let freetradeCurrent = ReadyFormat(
        name: "freetrade-2",
        text: """
            extends: freetrade
            columns:
              amount: Total Amount in Account Currency
            """)
}
