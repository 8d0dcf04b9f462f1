import Files
package import Foundation
package import Pipeline

/// A message about an event for one receiver.
package struct WebhookDelivery: Sendable, Hashable {
    /// The ID, the same for all tries.
    package let id: String
    /// The receiver's name.
    package let receiver: String
    /// The name of the event, such as `document.filled`.
    package let event: String
    /// The document's ID; `nil` for a test.
    package let document: String?
    /// The document's kind; `nil` for a test.
    package let kind: String?
    /// The document's owner; `nil` for a test.
    package let owner: String?
    /// The time of the event.
    package let at: Timestamp
    /// The code of the failure.
    package let code: String?
    /// The number of tries so far, with the current one.
    package let attempts: Int

    /// Creates a delivery.
    package init(
        id: String, receiver: String, event: String, document: String?, kind: String?, owner: String?, at: Timestamp,
        code: String?, attempts: Int
    ) {
        self.id = id
        self.receiver = receiver
        self.event = event
        self.document = document
        self.kind = kind
        self.owner = owner
        self.at = at
        self.code = code
        self.attempts = attempts
    }

    /// Creates a message that says only that a receiver can be reached.
    package static func test(of receiver: String, at now: Timestamp) -> WebhookDelivery {
        WebhookDelivery(
            id: UUID().uuidString, receiver: receiver, event: "ping", document: nil, kind: nil, owner: nil, at: now,
            code: nil, attempts: 1)
    }

    private struct Body: Encodable {
        let delivery: String
        let event: String
        let document: String?
        let kind: String?
        let owner: String?
        let at: String
        let code: String?
        let url: String?
    }

    /// Returns the message as JSON, without values and names of files.
    package func body(linking origin: String?) throws -> Data {
        try JSONText.compact(
            Body(
                delivery: id, event: event, document: document, kind: kind, owner: owner, at: at.description,
                code: code, url: link(from: origin)))
    }

    /// Returns the address of the document's page.
    ///
    /// It is `nil` if the service has no public address, or the kind no page.
    package func link(from origin: String?) -> String? {
        guard let origin, let document, kind == "form" else { return nil }
        return "\(origin)/documents/\(document)"
    }
}
