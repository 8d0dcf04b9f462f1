import FailureModel
package import LocalStore
package import Logging
package import Pipeline
import PipelineSQL
package import ServiceLifecycle
import Threads

/// The receivers of a store's settings with their messages.
package struct Webhooks: Sendable {
    /// The receivers in the order of the settings, e-mail last.
    package let receivers: [WebhookReceiver]
    /// The messages.
    package let queue: WebhookQueue
    private let system: LocalSystem
    private let origin: String?

    /// Creates access to the receivers of an open store.
    package init(_ system: LocalSystem) {
        self.system = system
        let mail = system.settings.section(MailSettings.self).receiver
        receivers = system.settings.section(WebhookSettings.self).receivers + (mail.map { [$0] } ?? [])
        origin = system.settings.section(PublicAddress.self).origin
        queue = WebhookQueue(system.database)
    }

    /// The current time of the store's clock.
    package var now: Timestamp { system.database.clock.now }

    /// Creates a service for each receiver.
    package func services(logger: Logger) -> [any Service] {
        receivers.map { WebhookDeliverer($0, $0.sender(linking: origin), system.database, logger: logger) }
    }

    /// Sends a receiver a message that says only that it can be reached.
    ///
    /// - Throws: `webhook_receiver_unknown`, `webhook_refused`.
    package func test(_ name: String) async throws {
        guard let receiver = receivers.first(where: { $0.name == name }) else {
            throw Failure(.webhookReceiverUnknown, "The settings have no receiver with that name.")
        }
        let (sender, now) = (receiver.sender(linking: origin), now)
        try await offPool {
            do throws(WebhookProblem) {
                try sender.send(.test(of: name, at: now), at: now)
            } catch {
                throw Failure(
                    .webhookRefused,
                    error.isOfSettings
                        ? "Nothing was sent: \(error.reason). Change pipeline.yaml, and start the service again."
                        : "The receiver has not taken the message: \(error.reason).")
            }
        }
    }
}

extension Domain {
    /// The messages to receivers about documents.
    package static let webhooks: Domain = {
        var domain = Domain(kinds: [])
        domain.errors = ErrorRow.webhooks
        domain.tables = [WebhookTables.schema]
        domain.settings = [WebhookSettings.self, MailSettings.self, PublicAddress.self]
        domain.housekeeping = { system, logger in Webhooks(system).services(logger: logger) }
        return domain
    }()
}
