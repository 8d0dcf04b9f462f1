public import FailureModel

// Errors of webhooks.
extension ErrorCode {
    /// The code `webhook_delivery_unknown`.
    public static let webhookDeliveryUnknown = ErrorCode(
        "webhook_delivery_unknown", exit: 241, http: 404, "There is no message to a receiver with that id.",
        "`formwright webhooks list` lists those that failed; they are kept for 30 days.")
    /// The code `webhook_receiver_unknown`.
    public static let webhookReceiverUnknown = ErrorCode(
        "webhook_receiver_unknown", exit: 242, http: 404, "The settings have no receiver with that name.",
        "`formwright webhooks list` lists the receivers of the sections `webhooks` and `mail`.")
    /// The code `webhook_refused`.
    public static let webhookRefused = ErrorCode(
        "webhook_refused", exit: 243, http: 502, "A receiver did not take a message.",
        "Check the receiver, and its address and secret in pipeline.yaml.")
}

extension ErrorRow {
    /// All codes of webhooks.
    public static let webhooks = rows(.webhookDeliveryUnknown, .webhookReceiverUnknown, .webhookRefused)
}
