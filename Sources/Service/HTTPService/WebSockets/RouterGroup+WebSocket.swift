import LibCrypto
import FailureModel
import Foundation
import HTTPTypes
package import Hummingbird

extension RouterGroup where Context == ServiceContext {
    /// Adds a route for WebSocket connections.
    ///
    /// The request passes all checks of its group first. Where browsers send cookies with it, these must include the
    /// check of its origin: pages of other sites may open WebSocket connections to any address.
    ///
    /// - Parameters:
    ///   - path: the path of the route.
    ///   - limits: the limits of each connection.
    ///   - open: examines the request and returns the conversation on the connection; its error is the response.
    package func webSocket(
        _ path: RouterPath, limits: WebSocketLimits = WebSocketLimits(),
        open: @escaping @Sendable (Request, ServiceContext) async throws -> WebSocketConversation
    ) {
        get(path) { request, context in
            let accept = try WebSocketHandshake.accept(request)
            let conversation = try await open(request, context)
            context.channel.triggerUserOutboundEvent(
                WebSocketUpgrade(limits: limits, conversation: conversation), promise: nil)
            return Response(
                status: .switchingProtocols,
                headers: [.upgrade: "websocket", .connection: "Upgrade", .secWebSocketAccept: accept])
        }
    }
}

/// The opening handshake of a WebSocket connection (RFC 6455, section 4).
enum WebSocketHandshake {
    private static let version = "13"
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Returns the value of `Sec-WebSocket-Accept`.
    ///
    /// - Throws: `malformed_request` if the request does not open a WebSocket connection.
    static func accept(_ request: Request) throws(APIError) -> String {
        guard request.method == .get, has("websocket", in: request.headers[values: .upgrade]),
            has("upgrade", in: request.headers[values: .connection]), request.headers[.transferEncoding] == nil,
            (request.headers[.contentLength] ?? "0") == "0"
        else { throw APIError(Failure(.malformedRequest, "This address takes WebSocket connections only.")) }
        guard request.headers[.secWebSocketVersion] == version else {
            throw APIError(
                Failure(.malformedRequest, "The version of the WebSocket protocol must be \(version)."),
                headers: [.secWebSocketVersion: version])
        }
        guard let key = request.headers[.secWebSocketKey], Data(base64Encoded: key)?.count == 16 else {
            throw APIError(Failure(.malformedRequest, "Sec-WebSocket-Key must be 16 bytes in Base64."))
        }
        return Data(SHA1.hash(data: Data((key + suffix).utf8))).base64EncodedString()
    }

    private static func has(_ token: String, in values: [String]) -> Bool {
        values.joined(separator: ",").split(separator: ",").contains {
            $0.trimmingCharacters(in: .whitespaces).lowercased() == token
        }
    }
}
