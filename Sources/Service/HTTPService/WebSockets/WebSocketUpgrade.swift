import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// What a domain does on one connection; the connection is closed when it returns.
package typealias WebSocketConversation = @Sendable (WebSocketConnection) async -> Void

/// Asks the guard of a connection to hand it over once the request is answered with 101.
struct WebSocketUpgrade: Sendable {
    let limits: WebSocketLimits
    let conversation: WebSocketConversation

    /// Puts handlers for frames in front of those for HTTP.
    ///
    /// The guard stays behind them: the connection still counts, and is closed if the client takes nothing for too long.
    func perform(on channel: any Channel) {
        let pipeline = channel.pipeline.syncOperations
        do {
            // What would close the connection for being idle, and what takes memory.
            let spent: [any RemovableChannelHandler] = [
                try pipeline.handler(type: HTTPConnectionStateHandler.self),
                try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
                try pipeline.handler(type: HTTPResponseEncoder.self),
                try pipeline.handler(type: ByteCounter.self),
            ]
            for handler in spent { pipeline.removeHandler(handler, promise: nil) }
            try pipeline.addHandlers(
                [
                    WebSocketFrameEncoder(),
                    ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)),
                    WebSocketHandler(limits, conversation),
                ], position: .first)
        } catch {
            channel.close(promise: nil)
        }
    }
}
