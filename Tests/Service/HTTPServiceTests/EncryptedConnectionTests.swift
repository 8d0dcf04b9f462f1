import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import FolderTestSupport
import Testing

@Suite("Encrypted connections of a service", .timeLimit(.minutes(30))) struct EncryptedConnectionTests {
    private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private static let upgrade = """
        GET /socket HTTP/1.1\r
        Host: localhost\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r

        """

    /// Serves "served" over TLS while `body` runs.
    private func serve(_ body: @escaping @Sendable (_ port: Int, _ certificate: URL) async throws -> Void) async throws
    {
        let folder = try TemporaryFolder()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let certificate = try ServerCertificate(.selfSigned, names: ["localhost"], folder: folder.url, logger: logger)
        let listener = HTTPListener(
            ServiceSettings(port: 0), certificate: certificate, table: ErrorTable(ErrorRow.common), logger: logger)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = ListeningService { onListening in
            let router = Router(context: ServiceContext.self)
            router.get("/") { _, _ in
                Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "served")))
            }
            router.post("/echo") { request, _ in
                let body = try await request.body.collect(upTo: 1 << 24)
                return Response(status: .ok, body: ResponseBody(byteBuffer: body))
            }
            router.group().webSocket("socket") { _, _ in
                { connection in
                    connection.send(["a message"])
                    connection.close(.normal)
                }
            }
            try await listener.run(router.buildResponder(), with: [], onListening: onListening)
        } onListening: {
            port.yield($0)
        }
        let group = ServiceGroup(services: [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports { return try await body(number, folder.file("tls.pem")) }
            }
            try await tasks.waitForAll()
        }
    }

    private struct ListeningService: Service {
        let listen: @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Void
        let onListening: @Sendable (Int) -> Void

        func run() async throws { try await listen(onListening) }
    }

    /// Returns what the server answers to a client that does not encrypt.
    private func plainAnswer(port: Int, _ request: String = Self.request) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var answer = ""
            for try await bytes in inbound { answer += String(buffer: bytes) }
            return answer
        }
    }

    private func answer(
        _ request: String = Self.request, port: Int, trusting certificate: URL, as host: String = "localhost",
        _ options: String...
    ) async throws -> String {
        let client = TLSClient(port: port, certificate: certificate, host: host, options: options)
        return String(decoding: try await client.answer(Data(request.utf8)), as: UTF8.self)
    }

    @Test("a client that trusts the certificate is answered", arguments: ["-tls1_2", "-tls1_3"])
    func trusted(version: String) async throws {
        try await serve { port, certificate in
            let answer = try await answer(port: port, trusting: certificate, version)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("served"))
        }
    }

    @Test("old versions of TLS are refused")
    func oldVersion() async throws {
        try await serve { port, certificate in
            await #expect(throws: TLSClient.Refused.self) {
                _ = try await answer(port: port, trusting: certificate, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
            }
        }
    }

    @Test("clients that prefer or only know another protocol are answered", arguments: ["h2,http/1.1", "h2"])
    func applicationProtocol(offered: String) async throws {
        try await serve { port, certificate in
            let answer = try await answer(port: port, trusting: certificate, "-alpn", offered)
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("a WebSocket's messages are encrypted, too")
    func webSocket() async throws {
        try await serve { port, certificate in
            let answer = try await answer(Self.upgrade, port: port, trusting: certificate)
            #expect(answer.hasPrefix("HTTP/1.1 101") && answer.contains("a message"))
        }
    }

    @Test("bodies of many records arrive whole in both directions")
    func large() async throws {
        try await serve { port, certificate in
            let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) })
            let head = """
                POST /echo HTTP/1.1\r
                Host: localhost\r
                Connection: close\r
                Content-Length: \(body.count)\r
                \r

                """
            let answer = try await TLSClient(port: port, certificate: certificate).answer(Data(head.utf8) + body)
            #expect(answer.suffix(body.count) == body)
        }
    }

    @Test("a client that expects another host ends the connection")
    func otherHost() async throws {
        try await serve { port, certificate in
            await #expect(throws: TLSClient.Refused.self) {
                _ = try await answer(port: port, trusting: certificate, as: "other.lan")
            }
        }
    }

    @Test("a client that breaks the protocol loses its connection, and others are served")
    func garbage() async throws {
        try await serve { port, certificate in
            // The first begins like a handshake; what follows is an alert.
            let answer = try await plainAnswer(
                port: port, "\u{16}\u{3}\u{1}\0\u{10}" + String(repeating: "x", count: 400))
            #expect(answer.utf8.first == 21)
            #expect(!answer.contains("served"))
            #expect(try await self.answer(port: port, trusting: certificate).hasSuffix("served"))
        }
    }

    @Test("a request over plain HTTP is refused with a hint to use https")
    func plaintext() async throws {
        try await serve { port, _ in
            let answer = try await plainAnswer(port: port)
            #expect(answer.hasPrefix("HTTP/1.1 400"))
            #expect(answer.contains("https://"))
            #expect(!answer.contains("served"))
        }
    }
}
