import Foundation
import HTTPService

/// The content of the page with receivers and failures.
struct WebhooksPage {
    struct Row {
        let name: String
        let owner: String?
        let target: String
        let events: String
        let delivered: PageTime?
        let pending: String
        let failed: String
    }

    struct FailureRow {
        let id: String
        let at: PageTime
        let receiver: String
        let event: String
        let document: String?
        let reason: String
        let tries: String
        let next: PageTime?
    }

    let isRetried: Bool
    let receivers: [Row]
    let hasReceivers: Bool
    let failures: [FailureRow]
    let hasFailures: Bool

    init(_ overview: WebhookRoutes.Overview, isRetried: Bool) {
        self.isRetried = isRetried
        receivers = overview.receivers.map {
            Row(
                name: $0.name, owner: $0.owner, target: $0.target, events: $0.events.joined(separator: ", "),
                delivered: $0.deliveredAt.map { PageTime($0) }, pending: "\($0.pending)", failed: "\($0.failed)")
        }
        hasReceivers = !receivers.isEmpty
        failures = overview.failures.map {
            FailureRow(
                id: $0.id, at: PageTime($0.at), receiver: $0.receiver, event: $0.event, document: $0.documentId,
                reason: $0.reason, tries: "\($0.tries)", next: $0.nextTryAt.map { PageTime($0) })
        }
        hasFailures = !failures.isEmpty
    }
}
