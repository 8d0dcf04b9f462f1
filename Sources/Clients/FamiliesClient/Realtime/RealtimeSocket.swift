import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A WebSocket connection that carries texts.
public protocol RealtimeSocket: Sendable {
    /// Sends a text.
    func send(_ text: String) async throws
    /// Returns the next text; throws once the connection has ended.
    func receive() async throws -> String
    /// Closes the connection; a waiting ``receive()`` throws.
    func close()
}

/// A connection by Foundation, for Apple's systems.
///
/// On Linux it needs a libcurl with WebSockets (`URLError.unsupportedURL` without); pass another opener there.
struct FoundationSocket: RealtimeSocket {
    private let task: URLSessionWebSocketTask

    init(_ url: URL) {
        task = URLSession.shared.webSocketTask(with: url)
        task.resume()
    }

    func send(_ text: String) async throws { try await task.send(.string(text)) }

    func receive() async throws -> String {
        switch try await task.receive() {
        case .string(let text): text
        case .data(let data): String(decoding: data, as: UTF8.self)
        @unknown default: throw URLError(.cannotParseResponse)
        }
    }

    func close() { task.cancel(with: .normalClosure, reason: nil) }
}
