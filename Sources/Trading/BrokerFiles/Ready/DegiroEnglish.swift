extension ReadyFormat {
    /// The account statement of DEGIRO in English.
    static let degiroEnglish = ReadyFormat(
        name: "degiro-en",
        text: """
            extends: degiro
            columns: {date: Date, action: Description, currency: Change, amount: Change + 1}
            header: [Time, Value date, FX, Balance, Order Id]
            """)
}
