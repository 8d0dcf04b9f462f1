import Foundation
import NIOCore
import NIOPosix

/// A WebSocket client that sends bytes as they are, so that it can break every rule.
package final class SocketClient: Sendable {
    /// What the service says.
    package enum Word: Equatable, Sendable {
        /// The head of the answer to the request.
        case head(String)
        case text(String)
        case pong([UInt8])
        /// 0 without a code.
        case close(UInt16)
        /// The connection is closed.
        case end
    }

    private let channel: any Channel
    private let words: AsyncStream<Word>

    /// Connects and sends a request.
    package init(port: Int, _ request: String, receiveBuffer: Int32? = nil) async throws {
        let (words, continuation) = AsyncStream.makeStream(of: Word.self)
        var bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reader(continuation))
                }
            }
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: SocketOptionValue(receiveBuffer))
        }
        channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
        self.words = words
        try await send(Array(request.utf8))
    }

    /// Opens a WebSocket connection.
    package static func open(port: Int, _ path: String, receiveBuffer: Int32? = nil) async throws -> SocketClient {
        let client = try await SocketClient(port: port, request(path), receiveBuffer: receiveBuffer)
        guard case .head(let head) = await client.next(), head.hasPrefix("HTTP/1.1 101 ") else {
            throw URLError(.badServerResponse)
        }
        return client
    }

    package static func request(_ path: String, _ headers: [String: String] = [:]) -> String {
        let fields = [
            "Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ].merging(headers) { $1 }
        return "GET \(path) HTTP/1.1\r\n" + fields.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    }

    /// The next word; `end` again and again once the connection is closed.
    package func next() async -> Word {
        for await word in words { return word }
        return .end
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    package func send(_ text: String) async throws { try await send(Self.frame(1, Array(text.utf8))) }

    /// Reads nothing from now on.
    package func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    /// Reads again.
    package func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    /// Closes the connection without a word.
    package func disconnect() { channel.close(promise: nil) }

    /// A client's frame.
    package static func frame(
        _ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(mask | UInt8(payload.count))
        case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [mask | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
        }
        guard isMasked else { return bytes + payload }
        let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    /// Reads what the service sends.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let words: AsyncStream<Word>.Continuation
        private var bytes = ByteBuffer()
        private var isOpen = false

        init(_ words: AsyncStream<Word>.Continuation) {
            self.words = words
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var new = unwrapInboundIn(data)
            bytes.writeBuffer(&new)
            if !isOpen {
                let text = String(buffer: bytes)
                guard let end = text.range(of: "\r\n\r\n") else { return }
                isOpen = true
                words.yield(.head(String(text[..<end.lowerBound])))
                bytes.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
            }
            while let word = nextWord() { words.yield(word) }
        }

        private func nextWord() -> Word? {
            var rest = bytes
            guard let first = rest.readInteger(as: UInt8.self), let second = rest.readInteger(as: UInt8.self) else {
                return nil
            }
            var count = Int(second)
            if count == 126 {
                guard let long = rest.readInteger(as: UInt16.self) else { return nil }
                count = Int(long)
            } else if count == 127 {
                guard let long = rest.readInteger(as: UInt64.self) else { return nil }
                count = Int(long)
            }
            guard var payload = rest.readSlice(length: count) else { return nil }
            bytes = rest
            switch first {
            case 0x81: return .text(String(buffer: payload))
            case 0x88: return .close(payload.readInteger(as: UInt16.self) ?? 0)
            case 0x8A: return .pong(Array(payload.readableBytesView))
            default: return .text("an unexpected frame \(first)")
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            words.yield(.end)
            words.finish()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
