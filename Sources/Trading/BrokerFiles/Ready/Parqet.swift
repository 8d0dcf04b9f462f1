extension ReadyFormat {
    /// The activities of a portfolio, as Parqet exports them.
    static let parqet = ReadyFormat(
        name: "parqet",
        text: """
            decimal: either
            amounts: before
            costs: plus
            columns:
              date: datetime
              action: type
              symbol: identifier
              name: holdingname
              quantity: shares
              price: price
              amount: amount
              fees: [tax, fee]
              currency: currency
            header: [realizedgains, assettype, avgholdingperiod]
            actions:
              BUY: Buy
              SELL: Sell
              DIVIDEND: Dividend
              INTEREST: Interest
              DEPOSIT: Deposit
              WITHDRAWAL: Withdrawal
              TRANSFER_IN: TransferIn
              TRANSFER_OUT: TransferOut
            """)
}
