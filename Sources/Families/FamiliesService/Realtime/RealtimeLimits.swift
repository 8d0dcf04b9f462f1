package import HTTPService

/// The limits of listening clients.
package struct RealtimeLimits: Sendable, Hashable {
    /// The maximum number of clients.
    package var clients = 1_000
    /// The maximum number of clients without a signed-in user.
    package var clientsWithoutUser = 500
    /// The maximum number of clients per user.
    package var clientsOfUser = 50
    /// The maximum number of channels per client.
    package var channels = 100
    /// The maximum number of bindings per channel.
    package var bindings = 32
    /// The maximum size of a filter in bytes.
    package var filterBytes = 4 << 10
    /// The maximum size of a topic in bytes.
    package var topicBytes = 256
    /// The maximum size of a token in bytes.
    package var tokenBytes = 8 << 10
    /// The maximum nesting depth of a message.
    package var depth = 16

    /// The limits of each connection.
    package var connection = WebSocketLimits()

    /// Creates the default limits.
    package init() {}
}
