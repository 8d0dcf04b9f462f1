package import Pipeline

/// Sends messages as e-mails, through the machine's `sendmail`.
package struct MailSender: WebhookSender {
    private let route: MailRoute
    private let origin: String?
    private let limit: Duration

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - route: the sender and recipients.
    ///   - origin: the public address of the service, for links.
    ///   - limit: the time for the program, which may speak to a server.
    package init(_ route: MailRoute, linking origin: String?, limit: Duration = .seconds(60)) {
        self.route = route
        self.origin = origin
        self.limit = limit
    }

    /// Runs `sendmail -t -i` with the message as its standard input.
    package func send(_ delivery: WebhookDelivery, at now: Timestamp) throws(WebhookProblem) {
        try Sendmail(route.sendmail, limit: limit).send(text(of: delivery, at: now))
    }

    /// Returns the whole message.
    ///
    /// What documents bring is in the body only, and there without line breaks: no header can be added by it.
    package func text(of delivery: WebhookDelivery, at now: Timestamp) -> String {
        let what = Self.subject(of: delivery.event)
        let facts = [
            ("Document", delivery.document), ("Kind", delivery.kind), ("Owner", delivery.owner),
            ("Time", delivery.at.description), ("Failure", delivery.code), ("Page", delivery.link(from: origin)),
        ]
        var body = ["\(what).", ""]
        for case (let name, let value?) in facts where !value.isEmpty { body.append("\(name): \(Self.line(value))") }
        return Sendmail.message(
            delivery.id, from: route.from, to: route.to, subject: what, at: now,
            headers: ["X-Formwright-Delivery: \(delivery.id)"], body: body)
    }

    private static func subject(of event: String) -> String {
        switch event {
        case WebhookEvent.ready.name: "A document is ready to be filled"
        case WebhookEvent.filled.name: "A document is filled"
        case WebhookEvent.failed.name: "A document has failed"
        default: "A test of Formwright's messages"
        }
    }

    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
