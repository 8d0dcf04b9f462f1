/// The reason for closing a WebSocket connection (RFC 6455, section 7.4.1).
package enum WebSocketCloseCode: UInt16, Sendable, Hashable {
    /// The connection has served its purpose, or is unused.
    case normal = 1000
    /// The service stops.
    case goingAway = 1001
    /// A frame violates the protocol.
    case protocolError = 1002
    /// The message is binary.
    case unacceptableData = 1003
    /// The text is not UTF-8.
    case invalidText = 1007
    /// The message is not understood.
    case policyViolation = 1008
    /// The message is too large, or has too many frames.
    case messageTooLarge = 1009
    /// The service has failed.
    case internalError = 1011
    /// The service has too many clients.
    case tryAgainLater = 1013
}

extension WebSocketCloseCode {
    /// Returns whether a client may send a code in a close frame.
    static func isAllowed(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
