import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import NIOSSL
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

    /// Sends a request, and returns all that the server sends until it closes the connection.
    private func answer(
        _ request: String = Self.request, port: Int, trusting certificate: URL?, as host: String = "localhost"
    ) async throws -> String {
        let context = try certificate.map { file in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates([try NIOSSLCertificate.fromPEMFile(file.path)[0]])
            return try NIOSSLContext(configuration: configuration)
        }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: host))
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var answer = ""
            for try await bytes in inbound { answer += String(buffer: bytes) }
            return answer
        }
    }

    @Test("a client that trusts the certificate is answered")
    func trusted() async throws {
        try await serve { port, certificate in
            let answer = try await answer(port: port, trusting: certificate)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("served"))
        }
    }

    @Test("a WebSocket's messages are encrypted, too")
    func webSocket() async throws {
        try await serve { port, certificate in
            let answer = try await answer(Self.upgrade, port: port, trusting: certificate)
            #expect(answer.hasPrefix("HTTP/1.1 101") && answer.contains("a message"))
        }
    }

    @Test("a client that expects another host ends the connection")
    func otherHost() async throws {
        try await serve { port, certificate in
            await #expect(throws: (any Error).self) {
                _ = try await answer(port: port, trusting: certificate, as: "other.lan")
            }
        }
    }

    @Test("a request over plain HTTP is refused with a hint to use https")
    func plaintext() async throws {
        try await serve { port, _ in
            let answer = try await answer(port: port, trusting: nil)
            #expect(answer.hasPrefix("HTTP/1.1 400"))
            #expect(answer.contains("https://"))
            #expect(!answer.contains("served"))
        }
    }
}
