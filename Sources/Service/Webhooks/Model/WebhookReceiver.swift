import Foundation
package import Pipeline

/// A server or mailbox that is told of events.
package struct WebhookReceiver: Sendable, Hashable {
    /// The ways to tell a receiver.
    package enum Way: Sendable, Hashable {
        /// A signed request.
        case request(WebhookAddress)
        /// An e-mail through a program of the machine.
        case mail(MailRoute)
    }

    /// The name in lists, logs and the store's tables.
    package let name: String
    /// The events to tell of.
    package let events: Set<WebhookEvent>
    /// The owner of the documents to tell of; `nil` for all owners.
    package let owner: OwnerID?
    /// The way to tell it.
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

/// The address of a receiver of requests, with its secret and reach.
package struct WebhookAddress: Sendable, Hashable {
    /// The whole URL.
    package let url: String
    /// Scheme, host and port.
    package let origin: String
    /// The place of the secret.
    package let secret: WebhookSecret
    /// The addresses that the host may have.
    package let rule: AddressRule

    /// Creates an address.
    ///
    /// The result is `nil` unless the URL is `http` or `https` with a host, and without a user.
    package init?(url: String, secret: WebhookSecret, rule: AddressRule = AddressRule()) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.fragment == nil, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.url = url
        origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        self.secret = secret
        self.rule = rule
    }
}

extension WebhookAddress: CustomStringConvertible {
    /// The origin, since logs must not have the path, which may be a secret.
    package var description: String { origin }
}

/// The sender and recipients of e-mails.
package struct MailRoute: Sendable, Hashable {
    /// The address of the sender.
    package let from: String
    /// The addresses of the recipients.
    package let to: [String]
    /// The path of the program, which takes a message from standard input.
    package let sendmail: String

    /// Creates a route; the addresses are checked by the caller.
    package init(from: String, to: [String], sendmail: String) {
        self.from = from
        self.to = to
        self.sendmail = sendmail
    }
}

extension MailRoute: CustomStringConvertible {
    /// The number of recipients, since logs must not have their addresses.
    package var description: String { "\(to.count) recipients" }
}
