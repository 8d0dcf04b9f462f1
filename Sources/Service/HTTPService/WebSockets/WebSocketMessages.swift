package import NIOCore
package import NIOWebSocket

/// A signal of one or more frames from a client.
package enum WebSocketSignal: Hashable, Sendable {
    /// A complete message.
    case text(String)
    /// A ping, to be answered with the same bytes.
    case ping(ByteBuffer)
    /// A reply to a ping.
    case pong
    /// A request to close the connection; nil without a code.
    case close(UInt16?)
}

/// A rejected frame or message, with the code for closing the connection.
package struct WebSocketViolation: Error, Hashable {
    /// The code.
    package let code: WebSocketCloseCode
}

/// Assembles a client's frames into messages, within RFC 6455 and the limits.
package struct WebSocketMessages {
    private let limits: WebSocketLimits
    private var text = ByteBuffer()
    /// Number of frames of the current message.
    private var fragments = 0

    /// Creates the state of a new connection.
    package init(_ limits: WebSocketLimits) {
        self.limits = limits
    }

    /// Consumes a client's next frame, masked as it arrived.
    ///
    /// - Returns: the signal; nil in the middle of a message.
    /// - Throws: the reason for closing the connection.
    package mutating func receive(_ frame: WebSocketFrame) throws(WebSocketViolation) -> WebSocketSignal? {
        // Without an extension these bits are reserved; a client must mask every frame.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            throw WebSocketViolation(code: .protocolError)
        }
        switch frame.opcode {
        case .text:
            guard fragments == 0 else { throw WebSocketViolation(code: .protocolError) }
            return try append(frame)
        case .continuation:
            guard fragments > 0 else { throw WebSocketViolation(code: .protocolError) }
            return try append(frame)
        case .binary: throw WebSocketViolation(code: fragments == 0 ? .unacceptableData : .protocolError)
        case .ping where Self.isControl(frame): return .ping(frame.unmaskedData)
        case .pong where Self.isControl(frame): return .pong
        case .connectionClose where Self.isControl(frame): return .close(try Self.closeCode(frame.unmaskedData))
        default: throw WebSocketViolation(code: .protocolError)
        }
    }

    private static func isControl(_ frame: WebSocketFrame) -> Bool { frame.fin && frame.length <= 125 }

    private mutating func append(_ frame: WebSocketFrame) throws(WebSocketViolation) -> WebSocketSignal? {
        fragments += 1
        guard fragments <= limits.fragments, text.readableBytes + frame.length <= limits.messageBytes else {
            throw WebSocketViolation(code: .messageTooLarge)
        }
        text.writeImmutableBuffer(frame.unmaskedData)
        guard frame.fin else { return nil }
        defer {
            text = ByteBuffer()
            fragments = 0
        }
        guard let message = Self.string(text) else { throw WebSocketViolation(code: .invalidText) }
        return .text(message)
    }

    private static func closeCode(_ bytes: ByteBuffer) throws(WebSocketViolation) -> UInt16? {
        var bytes = bytes
        guard bytes.readableBytes > 0 else { return nil }
        guard let code = bytes.readInteger(as: UInt16.self), WebSocketCloseCode.isAllowed(code) else {
            throw WebSocketViolation(code: .protocolError)
        }
        guard string(bytes) != nil else { throw WebSocketViolation(code: .invalidText) }
        return code
    }

    private static func string(_ bytes: ByteBuffer) -> String? {
        String(validating: bytes.readableBytesView, as: UTF8.self)
    }
}
