/// The limits of one WebSocket connection.
package struct WebSocketLimits: Sendable, Hashable {
    /// Maximum size of a client's message in bytes, and therefore of a frame.
    package var messageBytes = 64 << 10
    /// Maximum number of frames in a message.
    package var fragments = 64
    /// Maximum number of unread messages; beyond it, reading from the connection pauses.
    package var waitingMessages = 16
    /// Maximum number of unsent bytes; a client beyond it is too slow and is disconnected.
    package var outgoingBytes = 1 << 20
    /// How long a client may send no complete frame.
    package var idleTimeout = Duration.seconds(60)
    /// How long to wait for the client's reply to a close frame.
    package var closeTimeout = Duration.seconds(1)

    /// Creates the default limits.
    package init() {}
}
