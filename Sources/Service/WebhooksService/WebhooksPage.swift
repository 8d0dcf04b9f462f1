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

    /// The sentence after an action.
    let done: String?
    /// The reason why a receiver did not take a test.
    let problem: String?
    let receivers: [Row]
    let hasReceivers: Bool
    let failures: [FailureRow]
    let hasFailures: Bool

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - overview: the receivers and messages.
    ///   - done: the action that has led to the page: `retry`, `test` or none.
    ///   - problem: the reason why a receiver did not take a test.
    init(_ overview: WebhookRoutes.Overview, done: String?, problem: String?) {
        self.done =
            switch done {
            case "retry": "The message is sent again."
            case "test": "The receiver has taken the test."
            default: nil
            }
        self.problem = problem
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
