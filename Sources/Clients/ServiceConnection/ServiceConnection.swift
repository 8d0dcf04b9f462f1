package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Sends requests to the service and checks the responses.
package struct ServiceConnection: Sendable {
    /// A successful response.
    package struct Response: Sendable {
        /// The body.
        package var body: Data
        /// The HTTP status, from 200 to 299.
        package var status: Int
    }

    /// The address of the service.
    package let baseURL: URL
    /// Sends the requests.
    package let session: URLSession

    /// Creates a connection; nothing is sent yet.
    package init(baseURL: URL, session: URLSession) {
        self.baseURL = baseURL
        self.session = session
    }

    // MARK: Requests

    /// Returns a request.
    ///
    /// - Parameters:
    ///   - method: the HTTP method.
    ///   - path: the path below the base URL; names in it are ``encoded(_:)``.
    ///   - query: the names and values of the query, in clear.
    ///   - token: a bearer token.
    /// - Returns: the request.
    /// - Throws: `URLError` if the base URL cannot be extended.
    package func request(
        _ method: String, _ path: String, _ query: [(name: String, value: String)] = [], token: String? = nil
    ) throws -> URLRequest {
        var text = baseURL.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += "/" + path
        if !query.isEmpty {
            text += "?" + query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
        }
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986.
    package static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    // MARK: Responses

    /// Sends a request and returns the response.
    ///
    /// - Throws: ``RequestError`` for an error response, `URLError`, `CancellationError`.
    package func response(to request: URLRequest) async throws -> Response {
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return try Self.checked(body, status: response.statusCode, response.value(forHTTPHeaderField: "Retry-After"))
    }

    /// Sends a request with a body from a file, which is never completely in memory.
    ///
    /// - Parameters:
    ///   - request: the request, without a body.
    ///   - file: the file with the body.
    ///   - progress: receives the number of bytes sent and the total, on any thread.
    /// - Returns: the response.
    /// - Throws: ``RequestError``, `URLError`, `CocoaError` if the file cannot be read, `CancellationError`.
    package func response(
        to request: URLRequest, withBodyFrom file: URL,
        progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> Response {
        let total = Int64(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        guard let stream = InputStream(url: file) else { throw CocoaError(.fileReadNoSuchFile) }
        var request = request
        request.httpBodyStream = stream
        var status = 0
        var body = Data()
        for try await event in Transfer.events(of: request, session.configuration) {
            switch event {
            case .sent(let count): progress?(min(count, total), total)
            case .response(let code): status = code
            case .received(let data): body += data
            }
        }
        // A cancelled stream ends without an error.
        try Task.checkCancellation()
        return try Self.checked(body, status: status, nil)
    }

    /// Sends a file as the part `file` of a multipart body.
    ///
    /// - Throws: as ``response(to:withBodyFrom:progress:)``.
    package func response(
        to request: URLRequest, withPart file: URL, named name: String? = nil,
        progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> Response {
        let part = MultipartFile()
        defer { part.remove() }
        try part.write(file, fileName: name ?? file.lastPathComponent)
        var request = request
        request.setValue(part.contentType, forHTTPHeaderField: "Content-Type")
        return try await response(to: request, withBodyFrom: part.url, progress: progress)
    }

    private static func checked(_ body: Data, status: Int, _ retryAfter: String?) throws -> Response {
        guard (200...299).contains(status) else {
            throw RequestError(status: status, body: body, retryAfter: retryAfter.flatMap { Int($0) })
        }
        return Response(body: body, status: status)
    }
}

extension URLRequest {
    /// Sets a body in JSON.
    package mutating func setJSON(_ body: some Encodable) throws {
        setValue("application/json", forHTTPHeaderField: "Content-Type")
        httpBody = try JSONEncoder().encode(body)
    }
}
