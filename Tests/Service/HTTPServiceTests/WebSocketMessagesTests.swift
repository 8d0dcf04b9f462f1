import HTTPService
import NIOCore
import NIOWebSocket
import Testing

@Suite("Frames of a WebSocket client")
struct WebSocketMessagesTests {
    private static func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8] = [], isLast: Bool = true, isMasked: Bool = true
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: bytes)
        let key: WebSocketMaskingKey = [1, 2, 3, 4]
        if isMasked { data.webSocketMask(key) }
        return WebSocketFrame(fin: isLast, opcode: opcode, maskKey: isMasked ? key : nil, data: data)
    }

    private static func code(_ frames: [WebSocketFrame], _ limits: WebSocketLimits = WebSocketLimits())
        -> WebSocketCloseCode?
    {
        var messages = WebSocketMessages(limits)
        do {
            for frame in frames { _ = try messages.receive(frame) }
            return nil
        } catch {
            return error.code
        }
    }

    @Test("fragments become one message, with control frames between them")
    func fragments() throws {
        var messages = WebSocketMessages(WebSocketLimits())
        // A character may be cut.
        #expect(try messages.receive(Self.frame(.text, [0x68, 0xC3], isLast: false)) == nil)
        #expect(try messages.receive(Self.frame(.ping, [7])) == .ping(ByteBuffer(bytes: [7])))
        #expect(try messages.receive(Self.frame(.continuation, isLast: false)) == nil)
        #expect(try messages.receive(Self.frame(.continuation, [0xA9])) == .text("hé"))
        #expect(try messages.receive(Self.frame(.text)) == .text(""))
        #expect(try messages.receive(Self.frame(.connectionClose, [0x03, 0xE8, 0x6F])) == .close(1000))
    }

    @Test("what the protocol forbids closes the connection with 1002")
    func violations() {
        #expect(Self.code([Self.frame(.text, isMasked: false)]) == .protocolError)
        #expect(Self.code([Self.frame(.continuation)]) == .protocolError)
        #expect(Self.code([Self.frame(.text, isLast: false), Self.frame(.text)]) == .protocolError)
        #expect(Self.code([Self.frame(.text, isLast: false), Self.frame(.binary)]) == .protocolError)
        #expect(Self.code([Self.frame(.ping, isLast: false)]) == .protocolError)
        #expect(Self.code([Self.frame(.ping, [UInt8](repeating: 0, count: 126))]) == .protocolError)
        for opcode: UInt8 in [3, 7, 11, 15] {
            #expect(Self.code([Self.frame(WebSocketOpcode(encodedWebSocketOpcode: opcode)!)]) == .protocolError)
        }
        for bit in 0..<3 {
            var frame = Self.frame(.text)
            (frame.rsv1, frame.rsv2, frame.rsv3) = (bit == 0, bit == 1, bit == 2)
            #expect(Self.code([frame]) == .protocolError)
        }
        for bytes: [UInt8] in [[3], [0x03, 0xED], [0x03, 0xF7], [0, 0], [0x13, 0x88]] {
            #expect(Self.code([Self.frame(.connectionClose, bytes)]) == .protocolError)
        }
    }

    @Test("binary messages, texts that are not UTF-8 and messages without end have codes of their own")
    func codes() {
        var limits = WebSocketLimits()
        (limits.messageBytes, limits.fragments) = (4, 3)
        #expect(Self.code([Self.frame(.binary)]) == .unacceptableData)
        #expect(Self.code([Self.frame(.text, [0xC3])]) == .invalidText)
        #expect(Self.code([Self.frame(.text, [0xED, 0xA0, 0x80])]) == .invalidText)
        #expect(Self.code([Self.frame(.connectionClose, [0x03, 0xE8, 0xFF])]) == .invalidText)
        let half = Self.frame(.text, [0x61, 0x61, 0x61], isLast: false)
        #expect(Self.code([half, Self.frame(.continuation, [0x61])], limits) == nil)
        #expect(Self.code([half, Self.frame(.continuation, [0x61, 0x61])], limits) == .messageTooLarge)
        let empty = Self.frame(.continuation, isLast: false)
        #expect(Self.code([half, empty, empty], limits) == nil)
        #expect(Self.code([half, empty, empty, empty], limits) == .messageTooLarge)
    }

    @Test("any sequence of frames is read or refused")
    func fuzz() throws {
        let codes: Set<WebSocketCloseCode> = [.protocolError, .unacceptableData, .invalidText, .messageTooLarge]
        for _ in 0..<5_000 {
            var messages = WebSocketMessages(WebSocketLimits())
            do {
                for _ in 0..<20 {
                    let opcode = try #require(WebSocketOpcode(encodedWebSocketOpcode: .random(in: 0..<16)))
                    let bytes = (0..<Int.random(in: 0..<130)).map { _ in UInt8.random(in: 0...255) }
                    var frame = Self.frame(opcode, bytes, isLast: .random(), isMasked: .random(in: 0..<20) > 0)
                    frame.rsv1 = Int.random(in: 0..<50) == 0
                    _ = try messages.receive(frame)
                }
            } catch let error as WebSocketViolation {
                #expect(codes.contains(error.code))
            }
        }
    }
}
