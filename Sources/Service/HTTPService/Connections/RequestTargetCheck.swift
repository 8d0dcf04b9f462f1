import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Replaces a request target that is not a path by `*`, which ``HostCheck`` rejects.
///
/// A target in absolute form names a host in addition to the `Host` header (RFC 9112, section 3.2.2). The conversion
/// for the router drops it silently, so the two would not be compared.
final class RequestTargetCheck: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
        // A server's additional handlers come after the conversion; this one moves before it.
        let pipeline = context.pipeline.syncOperations
        guard let conversion = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self),
            (try? pipeline.addHandler(Rewriter(), position: .before(conversion))) != nil
        else { return context.close(promise: nil) }
    }

    private final class Rewriter: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/") else {
                return context.fireChannelRead(data)
            }
            head.uri = "*"
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
    }
}
