package import HTTPService

/// The limits of those who listen to changes.
package struct RealtimeLimits: Sendable, Hashable {
    /// The largest number of clients.
    package var clients = 1_000
    /// The largest number of clients that nobody has signed in on.
    package var clientsWithoutUser = 500
    /// The largest number of clients of one user.
    package var clientsOfUser = 50
    /// The largest number of channels of a client.
    package var channels = 100
    /// The largest number of bindings of a channel.
    package var bindings = 32
    /// The longest filter in bytes.
    package var filterBytes = 4 << 10
    /// The longest topic in bytes.
    package var topicBytes = 256
    /// The longest token in bytes.
    package var tokenBytes = 8 << 10
    /// How deep a message may be nested.
    package var depth = 16

    /// What each connection may do.
    package var connection = WebSocketLimits()

    /// Creates the limits of the service.
    package init() {}
}
