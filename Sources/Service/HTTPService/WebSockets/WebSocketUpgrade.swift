import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A domain's use of one connection, which is closed on return.
package typealias WebSocketConversation = @Sendable (WebSocketConnection) async -> Void

/// Event that asks a connection's guard to hand it over after a 101 response.
struct WebSocketUpgrade: Sendable {
    let limits: WebSocketLimits
    let conversation: WebSocketConversation

    /// Inserts handlers for frames before those for HTTP.
    ///
    /// The guard stays behind them: the connection still counts, and is closed if the client reads nothing for too
    /// long.
    func perform(on channel: any Channel) {
        let pipeline = channel.pipeline.syncOperations
        do {
            // These handlers would close the connection for being idle, or take memory.
            let spent: [any RemovableChannelHandler] = [
                try pipeline.handler(type: HTTPConnectionStateHandler.self),
                try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
                try pipeline.handler(type: HTTPResponseEncoder.self),
                try pipeline.handler(type: ByteCounter.self),
            ]
            for handler in spent { pipeline.removeHandler(handler, promise: nil) }
            // Frames are within what TLS encrypts.
            let encryption = try? pipeline.handler(type: TLSHandler.self)
            try pipeline.addHandlers(
                [
                    WebSocketFrameEncoder(),
                    ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)),
                    WebSocketHandler(limits, conversation),
                ], position: encryption.map { .after($0) } ?? .first)
        } catch {
            channel.close(promise: nil)
        }
    }
}
