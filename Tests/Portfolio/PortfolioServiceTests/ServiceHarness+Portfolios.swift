import Domains
import Foundation
import HTTPService
import LocalStore
import Pipeline
import Portfolio
import PortfolioService
import ServiceTestSupport
import Testing
import Users

extension ServiceHarness {
    /// Runs the service of portfolios.
    ///
    /// - Parameters:
    ///   - settings: where to listen, and the limits.
    ///   - users: with any, others than the local owner can use the service.
    ///   - kinds: whose stages run.
    ///   - works: whether they do.
    ///   - patience: how long a portfolio is waited for.
    ///   - body: the test.
    /// - Throws: what the test throws.
    static func run(
        settings: ServiceSettings = ServiceSettings(port: 0, rate: 1_000_000), users: [String] = [],
        kinds: [any Kind] = StubKinds.kinds, works: Bool = true, patience: Duration = .seconds(1800),
        _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        let harness = try await ServiceHarness([.users, Domain(kinds: kinds)], settings: settings, users: users)
        let (clock, logger) = (harness.clock, harness.logger)
        try await harness.serve(
            works: works,
            { node in
                let (system, parts) = (node.system, node.parts)
                return [
                    PortfolioRoutes(system, parts, patience: patience, clock: clock, logger: logger),
                    PortfolioPageRoutes(system, parts, stages: node.stages, clock: clock),
                ]
            }, body)
    }

    /// A service that others can reach, and that therefore needs a login.
    static let open = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)

    // MARK: Requests

    /// Sends a request to a path, or to an absolute URL.
    func ask(
        _ method: String, _ path: String, token: String? = nil, _ headers: [String: String] = [:], _ body: Data? = nil
    ) async throws -> HTTPAnswer {
        let authorization = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        return try await send(method, path, headers: authorization.merging(headers) { $1 }, body: body)
    }

    /// Sends JSON.
    func ask(_ method: String, _ path: String, token: String? = nil, json: String) async throws -> HTTPAnswer {
        try await ask(method, path, token: token, ["Content-Type": "application/json"], Data(json.utf8))
    }

    /// Uploads a file as the app does.
    func upload(_ bytes: Data, _ name: String = "a.jpg", token: String? = nil) async throws -> HTTPAnswer {
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n"
        return try await ask(
            "POST", "/api/content/upload", token: token, ["Content-Type": "multipart/form-data; boundary=b"],
            Data(head.utf8) + bytes + Data("\r\n--b--\r\n".utf8))
    }

    /// Uploads a file, and returns its `file_path`.
    func path(_ text: String, _ name: String = "a.jpg", token: String? = nil) async throws -> String {
        let answer = try await upload(Data(text.utf8), name, token: token)
        #expect(answer.status == 201, "\(answer.text)")
        return try JSONDecoder().decode(UploadResponse.self, from: answer.body).filePath
    }

    /// Asks for a portfolio of inputs in JSON.
    func generate(
        _ inputs: [String], title: String = "Ada", user: String = "u-1", token: String? = nil
    ) async throws -> HTTPAnswer {
        try await ask(
            "POST", "/api/portfolios/generate", token: token,
            json: """
                {"user_id": "\(user)", "title": "\(title)", "subtitle": "Engines", "category": "Tech", \
                "inputs": [\(inputs.joined(separator: ","))]}
                """)
    }

    /// The input of an upload.
    static func file(_ path: String) -> String { #"{"type": "file", "file_path": "\#(path)"}"# }

    /// Makes a portfolio of one picture and returns its ID.
    func portfolio(_ text: String = "picture", token: String? = nil) async throws -> String {
        let answer = try await generate([Self.file(try await path(text, token: token))], token: token)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.portfolio().portfolio.portfolioID
    }

    /// Waits until a portfolio has a state.
    func wait(for state: String, of portfolio: String, token: String? = nil) async throws {
        while true {
            let status = try await ask("GET", "/api/portfolios/\(portfolio)/status", token: token)
            if status.object["status"] as? String == state { return }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Number of documents of a kind.
    func count(_ kind: KindName) async throws -> Int {
        try await system.store.count(DocumentQuery(in: .all, kind: kind))
    }
}

extension HTTPAnswer {
    /// The portfolio that was answered.
    func portfolio() throws -> PortfolioResponse { try JSONDecoder().decode(PortfolioResponse.self, from: body) }
}
