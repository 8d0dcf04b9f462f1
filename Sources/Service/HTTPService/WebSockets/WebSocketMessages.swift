package import NIOCore
package import NIOWebSocket

/// What a client says by one or several frames.
package enum WebSocketSignal: Hashable, Sendable {
    /// A complete message.
    case text(String)
    /// A ping, which is answered with the same bytes.
    case ping(ByteBuffer)
    /// An answer to a ping.
    case pong
    /// The client closes the connection; nil without a code.
    case close(UInt16?)
}

/// A frame or a message that is refused, with the code to close the connection with.
package struct WebSocketViolation: Error, Hashable {
    /// The code.
    package let code: WebSocketCloseCode
}

/// Puts the frames of a client together to messages, and refuses those that RFC 6455 or the limits forbid.
package struct WebSocketMessages {
    private let limits: WebSocketLimits
    private var text = ByteBuffer()
    /// The number of frames of the message that has begun.
    private var fragments = 0

    /// Creates the state of a new connection.
    package init(_ limits: WebSocketLimits) {
        self.limits = limits
    }

    /// Takes a client's next frame, masked as it arrived.
    ///
    /// - Returns: what the client says; nil in the middle of a message.
    /// - Throws: why the connection must be closed.
    package mutating func receive(_ frame: WebSocketFrame) throws(WebSocketViolation) -> WebSocketSignal? {
        // Without an extension the bits are reserved; a client masks all it sends.
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
