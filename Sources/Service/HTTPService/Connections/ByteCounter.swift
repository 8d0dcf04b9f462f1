import NIOCore

/// Reports the number of incoming bytes, before they are parsed.
final class ByteCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let report: (Int) -> Void

    init(_ report: @escaping (Int) -> Void) {
        self.report = report
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        report(unwrapInboundIn(data).readableBytes)
        context.fireChannelRead(data)
    }
}
