import NIOCore

/// Answers a client that does not encrypt.
///
/// A browser with `http://` in the address would otherwise report that the connection was reset.
final class PlaintextRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The first byte of a TLS record with a handshake (RFC 8446, section 5.1).
    private static let handshake: UInt8 = 22
    private static let body = "This service encrypts its connections: use https:// in the address.\n"

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        let bytes = unwrapInboundIn(data)
        guard let first = bytes.readableBytesView.first, first != Self.handshake else {
            context.fireChannelRead(data)
            if bytes.readableBytes > 0 { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
            return
        }
        isRefused = true
        let answer = """
            HTTP/1.1 400 Bad Request\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(Self.body.utf8.count)\r
            Connection: close\r
            \r
            \(Self.body)
            """
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
