public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of the service's portfolios, for apps.
///
/// ```swift
/// let client = PortfolioClient(baseURL: url)
/// let photo = try await client.upload(file)
/// let response = try await client.generate(
///     PortfolioRequest(
///         userID: "ada", title: "Ada Lovelace", subtitle: "Engines", category: "Design", inputs: [.init(.file(photo))]
///     ))
/// ```
///
/// Every method throws ``ServiceConnection/RequestError`` for requests that the service refuses, `URLError` if it cannot
/// be reached, and `CancellationError` when the task is cancelled.
public struct PortfolioClient: Sendable {
    private let connection: ServiceConnection
    private let token: String?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: the address of the service without `/api`, such as `https://portfolios.example.org`.
    ///   - token: an API token or the access token of a login; `nil` for a service that requires no login.
    ///   - session: sends the requests.
    public init(baseURL: URL, token: String? = nil, session: URLSession = .shared) {
        connection = ServiceConnection(baseURL: baseURL, session: session)
        self.token = token
    }

    // MARK: Content

    /// Uploads a picture, video, PDF or text; its analysis begins at once.
    ///
    /// - Parameters:
    ///   - file: the file, whose name editions refer to.
    ///   - progress: receives the number of bytes sent and the total, on any thread.
    /// - Returns: the uploaded file.
    /// - Throws: as all methods, and `CocoaError` if the file cannot be read.
    public func upload(
        _ file: URL, progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> UploadedFile {
        try decoded(
            try await connection.response(to: request("POST", "content/upload"), withPart: file, progress: progress))
    }

    /// Makes a portfolio and waits for it.
    ///
    /// The same content gives the same portfolio, so a request that was interrupted can be repeated.
    public func generate(_ content: PortfolioRequest) async throws -> PortfolioResponse {
        while true {
            var request = try request("POST", "portfolios/generate")
            // The service answers within 50 seconds.
            request.timeoutInterval = 60
            try request.setJSON(content)
            do {
                return try decoded(try await connection.response(to: request))
            } catch let error as RequestError where error.code == "still_working" {
                // The next request joins the work.
                try await Task.sleep(for: .seconds(error.retryAfter ?? 1))
            }
        }
    }

    // MARK: Portfolios

    /// Returns a page of the list of portfolios, newest first.
    ///
    /// - Parameters:
    ///   - text: limits the list to portfolios with this in their name.
    ///   - before: ``PortfolioPage/next`` of the previous page.
    ///   - limit: the maximum number of portfolios, 1 to 200.
    /// - Returns: the page, with the number of all portfolios.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    public func portfolios(
        text: String? = nil, before: Int64? = nil, limit: Int = 50
    ) async throws -> PortfolioPage {
        let query = [("text", text), ("before", before.map { "\($0)" }), ("limit", "\(limit)")]
        return try await get("portfolios", query.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Returns a portfolio; refused with `not_ready` before it is there.
    public func portfolio(_ id: String) async throws -> PortfolioResponse { try await get(Self.path(id)) }

    /// Returns the state of a portfolio and its book.
    public func status(of id: String) async throws -> PortfolioStatus { try await get(Self.path(id, "status")) }

    /// Deletes a portfolio, its book, and uploads that no other portfolio uses.
    public func delete(_ id: String) async throws {
        _ = try await connection.response(to: request("DELETE", Self.path(id)))
    }

    /// Resumes a failed portfolio or book.
    public func retry(_ id: String) async throws {
        _ = try await connection.response(to: request("POST", Self.path(id, "retry")))
    }

    /// Returns the changing states of a portfolio until its work is done.
    ///
    /// - Parameters:
    ///   - id: the portfolio.
    ///   - interval: the polling interval.
    /// - Returns: the states, the first at once; iterating throws as all methods do.
    public func states(
        of id: String, polling interval: Duration = .seconds(1)
    ) -> AsyncThrowingStream<PortfolioStatus, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    var last: PortfolioStatus?
                    while true {
                        let status = try await status(of: id)
                        if status != last { continuation.yield(status) }
                        last = status
                        guard status.isWorking else { break }
                        try await Task.sleep(for: interval)
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    // MARK: Books

    /// Starts a book of a portfolio.
    ///
    /// - Parameters:
    ///   - id: the portfolio.
    ///   - edition: the edition in YAML or JSON, such as `page: a4`; `nil` for the defaults.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    public func compose(_ id: String, edition: String? = nil) async throws {
        var request = try request("POST", Self.path(id, "compose"))
        if let edition {
            request.setValue("application/yaml", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(edition.utf8)
        }
        _ = try await connection.response(to: request)
    }

    /// Returns the newest book, a PDF file.
    public func book(of id: String) async throws -> Data {
        try await connection.response(to: request("GET", Self.path(id, "book.pdf"))).body
    }

    /// Returns the person's contact as a vCard.
    public func card(of id: String) async throws -> Data {
        try await connection.response(to: request("GET", Self.path(id, "card.vcf"))).body
    }

    // MARK: Requests

    private static func path(_ id: String, _ rest: String...) -> String {
        (["portfolios", id] + rest).map(ServiceConnection.encoded).joined(separator: "/")
    }

    private func request(
        _ method: String, _ path: String, _ query: [(name: String, value: String)] = []
    ) throws -> URLRequest {
        try connection.request(method, "api/" + path, query, token: token)
    }

    private func get<T: Decodable>(_ path: String, _ query: [(String, String)] = []) async throws -> T {
        try decoded(
            try await connection.response(to: request("GET", path, query.map { (name: $0.0, value: $0.1) })))
    }

    private func decoded<T: Decodable>(_ response: ServiceConnection.Response) throws -> T {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(T.self, from: response.body)
    }
}
