import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import Testing

/// A connection whose event loop does not run for longer than a client may take.
@Suite("The guard of a connection on a loop that pauses", .timeLimit(.minutes(30)))
struct PausedLoopTests {
    private static let credit = Duration.seconds(1)

    /// Blocks the event loop once the guard has begun to wait for the client.
    private final class Pause: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart

        private let begun: DispatchSemaphore
        private let over: DispatchSemaphore

        init(begun: DispatchSemaphore, over: DispatchSemaphore) {
            self.begun = begun
            self.over = over
        }

        func channelActive(context: ChannelHandlerContext) {
            // After the guard has begun to read; the loop's timers are due before its sockets are read.
            context.eventLoop.execute { [begun, over] in
                begun.signal()
                over.wait()
            }
            context.fireChannelActive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "0", .connection: "close"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            context.close(mode: .output, promise: nil)
        }
    }

    private final class Received: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var text = ""
        private let whole: EventLoopPromise<String>

        init(_ whole: EventLoopPromise<String>) { self.whole = whole }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { text += String(buffer: unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { whole.succeed(text) }
    }

    @Test("a request that arrived while the loop paused is answered")
    func pause() async throws {
        let (begun, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var pace = ServiceSettings(port: 0).pace
        pace.credit = Self.credit
        let settings = ConnectionGuard.Settings(
            count: ConnectionCount(limit: 10), table: ErrorTable(ErrorRow.common, ErrorRow.httpService), pace: pace,
            idleTimeout: .seconds(60))
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let clients = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try await ServerBootstrap(group: loops).childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
                try pipeline.addHandlers([
                    HTTP1ToHTTPServerCodec(secure: false), ConnectionGuard(settings), Pause(begun: begun, over: over),
                ])
            }
        }.bind(host: "127.0.0.1", port: 0).get()
        let whole = clients.next().makePromise(of: String.self)
        let client = try await ClientBootstrap(group: clients).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Received(whole)) }
        }.connect(to: #require(server.localAddress)).get()
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                begun.wait()
                done.resume()
            }
        }
        try await client.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        try await Task.sleep(for: Self.credit + .seconds(2))
        over.signal()
        let answer = try await whole.futureResult.get()
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        try await server.close()
        try await clients.shutdownGracefully()
        try await loops.shutdownGracefully()
    }
}
