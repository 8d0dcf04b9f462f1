import Domains
import FormsAPI
import FormsService
import FormwrightClient
import Foundation
import HTTPService
import PortableTextService
import PortfolioService
import ServiceTestSupport
import TestSupport
import Testing
import TradingService
import Webhooks
import WebhooksService

extension ServiceHarness {
    /// Runs the service of all domains but families, and others' routes beside them.
    static func run(
        settings: ServiceSettings = ServiceSettings(port: 0), users: [String] = [], works: Bool = true,
        heartbeat: Duration = .seconds(15), domains: [any ServiceDomain] = [], pipeline: String = "",
        _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        let harness = try await ServiceHarness(
            Domains.stored, settings: settings, users: users, pipeline: pipeline, heartbeat: heartbeat)
        let logger = harness.logger
        try await harness.serve(
            works: works,
            { node in
                let (system, parts) = (node.system, node.parts)
                let own: [any ServiceDomain] = [
                    try FormRoutes(system, parts, stages: node.stages), TextRoutes(system, parts),
                    try TradingRoutes(system, parts), PortfolioRoutes(system, parts, logger: logger),
                    PortfolioPageRoutes(system, parts, stages: node.stages),
                ]
                return own + [node.users, WebhookRoutes(Webhooks(system))] + domains
            }, body)
    }

    var client: FormwrightClient { FormwrightClient(baseURL: url, session: session) }

    /// Returns a client with a token of a user.
    func client(of user: String) async throws -> FormwrightClient {
        FormwrightClient(baseURL: url, token: try await token(of: user).secret, session: session)
    }

    /// A form with a title and a field “Full name”.
    static func form(_ title: String = "A form") -> Data {
        var page = PDFBuilder.Page()
        page.text(title, x: 60, y: 40)
        page.text("Full name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 20)
        var builder = PDFBuilder()
        builder.add(page)
        return builder.data()
    }

    /// The code with which the service refuses something; nil if it does not.
    static func code(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServiceError)?.error ?? "\(error)"
        }
    }

    /// Waits until no upload is unfinished, which the time limit of the suite bounds.
    func expectNoLeftovers() async throws {
        try await waitForUploads(0)
    }

    /// Waits until as many uploads are being received.
    func waitForUploads(_ count: Int) async throws {
        let incoming = folder.file("store/artefacts/incoming").path
        while try FileManager.default.contentsOfDirectory(atPath: incoming).count != count {
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

extension ServiceHarness.Answer {
    var error: String? { try? JSONDecoder().decode(ServiceError.self, from: Data(body.utf8)).error }
}

extension FormwrightClient {
    /// Adds a form, of a group if one is named, and waits until its fields are known.
    func analysed(_ title: String = "A form", for group: String? = nil) async throws -> UUID {
        let id = try await upload(ServiceHarness.form(title), fileName: "\(title).pdf", for: group).documentId
        try await process(id)
        #expect(try await settled(id, polling: .milliseconds(50)).document.status == .ready)
        return id
    }
}
