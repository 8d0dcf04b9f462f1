import FailureModel
import HTTPService
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

/// How long slow clients are waited for, in virtual time.
@Suite("The guard of a connection", .timeLimit(.minutes(30))) struct ConnectionGuardTests {
    /// A connection with the guard, behind which each request is answered 200 when it is complete.
    private final class Connection {
        private let channel = EmbeddedChannel()

        init(credit: Duration = .seconds(20), creditOfStop: Duration = .seconds(2), idle: Duration = .seconds(60))
            throws
        {
            var pace = ServiceSettings(port: 0).pace
            pace.credit = credit
            pace.creditOfStop = creditOfStop
            pace.bytesPerSecond = 100
            let settings = ConnectionGuard.Settings(
                count: ConnectionCount(limit: 10), table: ErrorTable(ErrorRow.common, ErrorRow.httpService), pace: pace,
                idleTimeout: idle)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
            try pipeline.addHandlers([
                HTTP1ToHTTPServerCodec(secure: false), ConnectionGuard(settings), Answers(),
            ])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            channel.read()
        }

        /// The client sends bytes; the service then wants more, unless it is busy.
        func send(_ text: String, isBusy: Bool = false) throws {
            guard isOpen else { return }
            try channel.writeInbound(ByteBuffer(string: text))
            if !isBusy { channel.read() }
        }

        func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

        /// The service begins to stop.
        func stop() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

        func setWritable(_ isWritable: Bool) {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }

        var isOpen: Bool { channel.isActive }

        /// What the service has sent since the last call.
        func answer() throws -> String {
            var text = ""
            while let part = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
            return text
        }
    }

    private final class Answers: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            context.write(wrapOutboundOut(.head(HTTPResponse(status: .ok))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private static let head = "GET /healthz HTTP/1.1\r\nHost: a\r\n"
    private static let upload = "POST /api/v1/documents HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n"

    @Test("a head that arrives byte by byte is given up once the credit is spent")
    func slowHead() throws {
        let connection = try Connection(credit: .seconds(20))
        for byte in "GET /a-long-address" {
            try connection.send("\(byte)")
            connection.pass(.seconds(1))
        }
        #expect(try connection.answer().isEmpty && connection.isOpen)
        for byte in "-of-a-page" {
            try connection.send("\(byte)")
            connection.pass(.seconds(1))
        }
        #expect(try connection.answer().hasPrefix("HTTP/1.1 408 "))
        connection.pass(.seconds(2))
        #expect(!connection.isOpen)
    }

    @Test("a connection on which nothing is sent is closed without an answer")
    func silence() throws {
        let connection = try Connection(credit: .seconds(20))
        connection.pass(.seconds(19))
        #expect(connection.isOpen)
        connection.pass(.seconds(2))
        #expect(try connection.answer().isEmpty && !connection.isOpen)
    }

    @Test("an upload that dribbles is given up")
    func dribble() throws {
        let connection = try Connection(credit: .seconds(10))
        try connection.send(Self.upload)
        for _ in 0..<30 {
            try connection.send("x")
            connection.pass(.seconds(1))
        }
        #expect(try connection.answer().hasPrefix("HTTP/1.1 408 "))
    }

    @Test("a slow upload that keeps the rate is received, also if it pauses for most of the credit")
    func patience() throws {
        let connection = try Connection(credit: .seconds(10))
        try connection.send(Self.upload)
        for _ in 0..<50 {
            connection.pass(.milliseconds(900))
            try connection.send(String(repeating: "x", count: 90))
        }
        connection.pass(.seconds(9))
        #expect(try connection.answer().isEmpty)
        try connection.send(String(repeating: "x", count: 500))
        #expect(try connection.answer().hasPrefix("HTTP/1.1 200 "))
    }

    @Test("each request has the whole credit")
    func nextRequest() throws {
        let connection = try Connection(credit: .seconds(10))
        for _ in 0..<5 {
            try connection.send(Self.head)
            connection.pass(.seconds(8))
            try connection.send("\r\n")
            #expect(try connection.answer().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("time in which the service does not read is not the client's")
    func busyService() throws {
        let connection = try Connection(credit: .seconds(10))
        try connection.send(Self.upload, isBusy: true)
        connection.pass(.seconds(600))
        #expect(try connection.answer().isEmpty && connection.isOpen)
    }

    @Test("a request that pauses while the service stops is given up after the shorter credit")
    func stop() throws {
        let connection = try Connection(credit: .seconds(3600), creditOfStop: .seconds(2))
        try connection.send(Self.upload)
        try connection.send("x")
        connection.stop()
        for _ in 0..<20 {
            try connection.send(String(repeating: "x", count: 100))
            connection.pass(.seconds(1))
        }
        #expect(try connection.answer().isEmpty)
        connection.pass(.seconds(4))
        #expect(try connection.answer().hasPrefix("HTTP/1.1 408 "))
    }

    @Test("a client that does not take its answer is disconnected")
    func noReader() throws {
        let connection = try Connection(idle: .seconds(60))
        try connection.send(Self.head + "\r\n")
        connection.setWritable(false)
        connection.pass(.seconds(59))
        connection.setWritable(true)
        connection.pass(.seconds(59))
        #expect(connection.isOpen)
        connection.setWritable(false)
        connection.pass(.seconds(61))
        #expect(!connection.isOpen)
    }
}
