package import Pipeline

/// A way to send a message, which blocks its thread.
package protocol WebhookSender: Sendable {
    /// Sends a message.
    ///
    /// - Throws: ``WebhookProblem`` if the receiver has not taken it.
    func send(_ delivery: WebhookDelivery, at now: Timestamp) throws(WebhookProblem)
}

/// The reason why a receiver has not taken a message, without its answer.
package struct WebhookProblem: Error, Hashable, Sendable {
    /// The reason in words, without secrets and addresses.
    package let reason: String
    /// Whether further tries are pointless.
    package let isFinal: Bool
    /// Whether nothing was sent, because of the settings.
    package let isOfSettings: Bool

    /// Creates a problem.
    package init(_ reason: String, isFinal: Bool = false, isOfSettings: Bool = false) {
        self.reason = reason
        self.isFinal = isFinal
        self.isOfSettings = isOfSettings
    }
}

extension WebhookReceiver {
    /// Returns the way to send messages, with links to the public address of the service.
    package func sender(linking origin: String?) -> any WebhookSender {
        switch way {
        case .request(let address): RequestSender(address, linking: origin)
        case .mail(let route): MailSender(route, linking: origin)
        }
    }
}
