public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension FamiliesClient {
    /// Returns changes of rows as they happen.
    ///
    /// The stream reconnects by itself after an interruption, with growing pauses up to half a minute. Cancelling the
    /// task that iterates closes the connection.
    ///
    /// - Parameters:
    ///   - filters: the rows of interest, at least one filter.
    ///   - open: opens a WebSocket connection; by default Foundation does.
    /// - Returns: the changes; iterating throws ``ServiceConnection/RequestError`` if the service refuses the subscription.
    public func changes(
        of filters: [RowChangeFilter],
        open: (@Sendable (URL) async throws -> any RealtimeSocket)? = nil
    ) -> AsyncThrowingStream<RowChangeEvent, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await follow(filters, open ?? { FoundationSocket($0) }, continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The pauses before the next attempts, in seconds.
    private static let pauses = [1, 2, 4, 8, 15, 30]
    /// The service closes connections after 60 seconds without a message.
    private static let heartbeatInterval = Duration.seconds(25)

    private func follow(
        _ filters: [RowChangeFilter], _ open: @Sendable (URL) async throws -> any RealtimeSocket,
        _ continuation: AsyncThrowingStream<RowChangeEvent, any Error>.Continuation
    ) async throws {
        var failures = 0
        while !Task.isCancelled {
            do {
                let socket = try await open(try socketURL())
                try await withTaskCancellationHandler {
                    defer { socket.close() }
                    try await listen(socket, filters) {
                        failures = 0
                        continuation.yield($0)
                    }
                } onCancel: {
                    socket.close()
                }
            } catch let error as RequestError {
                throw error
            } catch let error as URLError where error.code == .unsupportedURL || error.code == .badURL {
                throw error
            } catch {
                // The connection was lost.
            }
            if Task.isCancelled { return }
            try? await Task.sleep(for: .seconds(Self.pauses[min(failures, Self.pauses.count - 1)]))
            failures += 1
        }
    }

    private func socketURL() throws -> URL {
        let request = try connection.request(
            "GET", "realtime/v1/websocket", [("apikey", key), ("vsn", "1.0.0")])
        guard let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            throw URLError(.badURL)
        }
        parts.scheme = parts.scheme == "https" ? "wss" : "ws"
        guard let socket = parts.url else { throw URLError(.badURL) }
        return socket
    }

    /// Joins the channel and receives messages until the connection ends, which throws.
    private func listen(
        _ socket: any RealtimeSocket, _ filters: [RowChangeFilter], _ yield: (RowChangeEvent) -> Void
    ) async throws {
        try await socket.send(try ChannelMessage.join(filters, token: try await freshToken()))
        let heartbeats = Task {
            for number in 0... {
                try await Task.sleep(for: Self.heartbeatInterval)
                try await socket.send(try ChannelMessage.heartbeat(number))
            }
        }
        defer { heartbeats.cancel() }
        var isSubscribed = false
        while true {
            switch ChannelMessage(try await socket.receive()) {
            case .reply(isOK: false, let reason):
                throw RequestError(
                    status: 400, code: "subscription_refused",
                    message: reason ?? "The service refuses to send these changes.")
            case .system(isOK: true, _):
                isSubscribed = true
                yield(.subscribed)
            case .system(isOK: false, let message) where !isSubscribed:
                throw RequestError(status: 400, code: "subscription_refused", message: message)
            case .change(let change): yield(.change(change))
            // A token that has expired ends the channel; the next connection has a new one.
            case .closed, .system: throw URLError(.networkConnectionLost)
            case .reply, .other, nil: break
            }
        }
    }

    /// The access token, exchanged beforehand if it is about to expire.
    private func freshToken() async throws -> String {
        guard let session = await session else { return key }
        let remaining = Double(session.expiresAt) - Date().timeIntervalSince1970
        guard remaining < 60 else { return session.accessToken }
        return try await renewed(after: session)?.accessToken ?? key
    }
}
