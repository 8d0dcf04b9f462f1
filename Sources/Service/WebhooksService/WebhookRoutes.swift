import CWebhooksAssets
import FailureModel
import Files
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
import Pipeline
package import Webhooks

/// The routes and page on which administrators see receivers and failures.
package struct WebhookRoutes: Sendable {
    private let webhooks: Webhooks

    /// Creates the routes.
    package init(_ webhooks: Webhooks) {
        self.webhooks = webhooks
    }

    // MARK: Answers

    private struct Receiver: Encodable {
        let name: String
        let target: String
        let events: [String]
        let owner: String?
        let pending: Int
        let failed: Int
        let deliveredAt: Date?
    }

    private struct FailedDelivery: Encodable {
        let id: String
        let receiver: String
        let event: String
        let documentId: String?
        let at: Date
        let tries: Int
        let reason: String
        let nextTryAt: Date?
    }

    private struct Overview: Encodable {
        let receivers: [Receiver]
        let failures: [FailedDelivery]
    }

    private func overview() async throws -> Overview {
        let states = try await webhooks.queue.states()
        return Overview(
            receivers: webhooks.receivers.map { receiver in
                let state = states[receiver.name] ?? WebhookQueue.State()
                return Receiver(
                    name: receiver.name, target: receiver.target,
                    events: WebhookEvent.allCases.filter { receiver.events.contains($0) }.map(\.rawValue),
                    owner: receiver.owner?.text, pending: state.pending, failed: state.failed,
                    deliveredAt: state.deliveredAt?.date)
            },
            failures: try await webhooks.queue.failures().map { failure in
                FailedDelivery(
                    id: failure.delivery.id, receiver: failure.delivery.receiver, event: failure.delivery.event,
                    documentId: failure.delivery.document, at: failure.delivery.at.date,
                    tries: failure.delivery.attempts, reason: failure.reason, nextTryAt: failure.nextAt?.date)
            })
    }

    private func retry(_ context: ServiceContext) async throws {
        try context.identity.checkAdministrator()
        try await webhooks.queue.retry(context.parameters.get("delivery") ?? "", at: webhooks.now)
    }

    // MARK: Page

    private struct Moment {
        let iso: String
        let text: String

        init(_ date: Date) {
            iso = date.formatted(.iso8601)
            text = iso.replacing("T", with: " ").replacing("Z", with: " UTC")
        }
    }

    private struct Content {
        struct Row {
            let name: String
            let owner: String?
            let target: String
            let events: String
            let delivered: Moment?
            let pending: String
            let failed: String
        }

        struct FailureRow {
            let id: String
            let at: Moment
            let receiver: String
            let event: String
            let document: String?
            let reason: String
            let tries: String
            let next: Moment?
        }

        let isRetried: Bool
        let receivers: [Row]
        let hasReceivers: Bool
        let failures: [FailureRow]
        let hasFailures: Bool

        init(_ overview: Overview, isRetried: Bool) {
            self.isRetried = isRetried
            receivers = overview.receivers.map {
                Row(
                    name: $0.name, owner: $0.owner, target: $0.target, events: $0.events.joined(separator: ", "),
                    delivered: $0.deliveredAt.map(Moment.init), pending: "\($0.pending)", failed: "\($0.failed)")
            }
            hasReceivers = !receivers.isEmpty
            failures = overview.failures.map {
                FailureRow(
                    id: $0.id, at: Moment($0.at), receiver: $0.receiver, event: $0.event, document: $0.documentId,
                    reason: $0.reason, tries: "\($0.tries)", next: $0.nextTryAt.map(Moment.init))
            }
            hasFailures = !failures.isEmpty
        }
    }
}

extension WebhookRoutes: ServiceDomain {
    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(webhooks_assets()) }

    package var navigation: [NavigationEntry] {
        if webhooks.receivers.isEmpty { return [] }
        return [NavigationEntry(title: "Webhooks", path: "/admin/webhooks", isForAdministrators: true)]
    }

    package func add(to api: RouterGroup<ServiceContext>) {
        api.get("webhooks") { _, context in
            try context.identity.checkAdministrator()
            return JSONResponse.make(try await overview())
        }
        api.post("webhooks/deliveries/:delivery/retry") { _, context in
            try await retry(context)
            return Response(status: .noContent)
        }
    }

    package func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        pages.get("admin/webhooks") { request, context in
            try context.identity.checkAdministrator()
            let content = Content(try await overview(), isRetried: request.formValue("done") == "retry")
            return renderer.render("webhooks", content, for: context)
        }
        pages.post("admin/webhooks/:delivery/retry") { _, context in
            try await retry(context)
            return Response.redirect(to: "/admin/webhooks?done=retry")
        }
    }
}
