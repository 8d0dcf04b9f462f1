package import Foundation

extension ServiceHarness {
    /// An answer as it came, which nothing has followed or kept.
    package struct Answer: Sendable {
        package let status: Int
        /// By lower-case name.
        package let headers: [String: String]
        package let body: String
    }

    /// Sends a request over its own connection.
    ///
    /// No redirect is followed, no cookie is kept, and no header is added but `Host` (unless given) and the length.
    package func exchange(
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

    /// Sends bytes over a connection as they are, and returns what comes back until it is closed or `limit` has passed.
    package func raw(_ bytes: Data, closingAfter: Bool = false, waiting seconds: Int = 1800) async throws -> String {
        let connection = try await connection()
        try await connection.send(bytes)
        return closingAfter ? "" : try await connection.receive(waiting: seconds)
    }

    /// Opens a connection.
    package func connection() async throws -> RawConnection { try await RawConnection(to: url) }
}
