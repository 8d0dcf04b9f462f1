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

    struct Receiver: Encodable {
        let name: String
        let target: String
        let events: [String]
        let owner: String?
        let pending: Int
        let failed: Int
        let deliveredAt: Date?
    }

    struct FailedDelivery: Encodable {
        let id: String
        let receiver: String
        let event: String
        let documentId: String?
        let at: Date
        let tries: Int
        let reason: String
        let nextTryAt: Date?
    }

    struct Overview: Encodable {
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
}

extension WebhookRoutes {
    /// Sends a message without a document to the receiver in a request's path.
    private func test(_ context: ServiceContext) async throws {
        try context.identity.checkAdministrator()
        try await webhooks.test(context.parameters.get("name") ?? "")
    }

    /// Renders the page, with the outcome of an action.
    private func page(
        _ renderer: PageRenderer, _ context: ServiceContext, done: String? = nil, problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let content = WebhooksPage(try await overview(), done: done, problem: problem)
        return renderer.render("webhooks", content, for: context, status: status)
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
        api.post("webhooks/receivers/:name/test") { _, context in
            try await test(context)
            return Response(status: .noContent)
        }
    }

    package func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        pages.get("admin/webhooks") { request, context in
            try context.identity.checkAdministrator()
            return try await page(renderer, context, done: request.formValue("done"))
        }
        pages.post("admin/webhooks/receivers/:name/test") { _, context in
            do {
                try await test(context)
                return Response.redirect(to: "/admin/webhooks?done=test")
            } catch let error as Failure where error.code == .webhookRefused {
                return try await page(renderer, context, problem: error.message, status: .badGateway)
            }
        }
        pages.post("admin/webhooks/:delivery/retry") { _, context in
            try await retry(context)
            return Response.redirect(to: "/admin/webhooks?done=retry")
        }
    }
}
