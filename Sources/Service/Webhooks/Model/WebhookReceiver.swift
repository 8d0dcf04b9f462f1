package import Pipeline

/// A server or mailbox that receives messages about events.
package struct WebhookReceiver: Sendable, Hashable {
    /// The ways to reach a receiver.
    package enum Way: Sendable, Hashable {
        /// A signed request.
        case request(WebhookAddress)
        /// An e-mail through a program of the machine.
        case mail(MailRoute)
    }

    /// The name in lists, logs and the store's tables.
    package let name: String
    /// The events that it gets messages about.
    package let events: Set<WebhookEvent>
    /// The owner of the documents; `nil` for all owners.
    package let owner: OwnerID?
    /// The way to reach it.
    package let way: Way

    /// Creates a receiver.
    package init(name: String, events: Set<WebhookEvent>, owner: OwnerID? = nil, way: Way) {
        self.name = name
        self.events = events
        self.owner = owner
        self.way = way
    }

    /// The scope of its documents.
    package var scope: OwnerScope { owner.map { .owner($0) } ?? .all }

    /// The server without the path, which may be a secret, or the word for mail.
    package var target: String {
        switch way {
        case .request(let address): address.origin
        case .mail: "e-mail"
        }
    }
}
