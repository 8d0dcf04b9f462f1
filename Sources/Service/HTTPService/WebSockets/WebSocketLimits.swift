/// The limits of one WebSocket connection.
package struct WebSocketLimits: Sendable, Hashable {
    /// The largest message of a client in bytes, and so the largest frame.
    package var messageBytes = 64 << 10
    /// The largest number of frames of one message.
    package var fragments = 64
    /// Messages of the client that may wait to be read; then nothing more is read from the connection.
    package var waitingMessages = 16
    /// Bytes that may wait to be sent; a client beyond that is too slow and is disconnected.
    package var outgoingBytes = 1 << 20
    /// How long a client may send no complete frame.
    package var idleTimeout = Duration.seconds(60)
    /// How long the connection stays open for the client's answer to a close frame.
    package var closeTimeout = Duration.seconds(1)

    /// Creates the limits of the service.
    package init() {}
}
