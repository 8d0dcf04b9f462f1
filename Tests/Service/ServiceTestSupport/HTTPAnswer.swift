package import Foundation
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a service answered to a request.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// By lower-case name.
    package let headers: [String: String]
    package let body: Data

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var object: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
    package var objects: [[String: Any]] { (try? JSONSerialization.jsonObject(with: body)) as? [[String: Any]] ?? [] }
    /// The code of an error.
    package var error: String? { object["error"] as? String }

    /// Sends a request to a path of a service, or to an absolute URL; nothing is taken from a cache.
    package static func of(
        _ method: String, _ path: String, at service: URL, _ headers: [String: String] = [:], _ body: Data? = nil
    ) async throws -> HTTPAnswer {
        guard let url = URL(string: path, relativeTo: service) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.tests.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return HTTPAnswer(status: http.statusCode, headers: Dictionary(fields) { first, _ in first }, body: data)
    }
}
