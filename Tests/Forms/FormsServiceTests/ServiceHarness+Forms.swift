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

    /// An answer as it came, which nothing has followed or kept.
    struct Answer {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let body: String

        var error: String? { try? JSONDecoder().decode(ServiceError.self, from: Data(body.utf8)).error }
    }

    /// Sends a request over its own connection: no redirect is followed, no cookie is kept, and no header is added but `Host`
    /// (unless given) and the length.
    func ask(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Answer {
        var fields = ["Host": "127.0.0.1", "Connection": "close"].merging(headers) { $1 }
        if method != "GET" { fields["Content-Length"] = "\(body.utf8.count)" }
        let head = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        let text = try await raw(Data("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)".utf8), waiting: 1800)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw URLError(.badServerResponse)
        }
        let received = lines.dropFirst().compactMap { line -> (String, String)? in
            let pair = line.split(separator: ":", maxSplits: 1)
            return pair.count == 2 ? (pair[0].lowercased(), pair[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        return Answer(
            status: status, headers: Dictionary(received) { "\($0), \($1)" },
            body: parts.count > 1 ? String(parts[1]) : "")
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

    /// Sends bytes over a connection as they are, and returns what comes back until it is closed or `limit` has passed.
    func raw(_ bytes: Data, closingAfter: Bool = false, waiting seconds: Int = 1800) async throws -> String {
        let connection = try await connection()
        try await connection.send(bytes)
        return closingAfter ? "" : try await connection.receive(waiting: seconds)
    }

    /// Opens a connection.
    func connection() async throws -> RawConnection { try await RawConnection(to: url) }
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
