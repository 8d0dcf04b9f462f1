extension ReadyFormat {
    /// The transactions of an account, as Trade Republic exports them.
    static let tradeRepublic = ReadyFormat(
        name: "traderepublic",
        text: """
            amounts: before
            costs: minus
            feeAmounts: minus
            columns:
              date: datetime
              action: type
              symbol: symbol
              name: name
              quantity: shares
              price: price
              amount: amount
              fees: [fee, tax]
              currency: currency
              id: transaction_id
              notes: description
            header: [account_type, category, asset_class, original_amount, original_currency, fx_rate]
            actions:
              BUY: BUY
              SELL: SELL
              DIVIDEND: DIVIDEND
              INTEREST: INTEREST_PAYMENT
              TAX: TAX_OPTIMIZATION
              FEE: CARD_ORDERING_FEE
              TRANSFER_IN: FREE_RECEIPT
              DEPOSIT: [CUSTOMER_INBOUND, CUSTOMER_INPAYMENT, TRANSFER_INBOUND, TRANSFER_INSTANT_INBOUND, CUSTOMER_OUTBOUND_REQUEST,
                TRANSFER_OUTBOUND, TRANSFER_INSTANT_OUTBOUND, CARD_TRANSACTION, CARD_TRANSACTION_INTERNATIONAL, BENEFITS_SAVEBACK,
                STOCKPERK, MANUAL_CASH_TRANSFER]
            """)
}
