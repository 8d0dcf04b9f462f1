import Foundation
package import Pipeline

/// The section `service` of `pipeline.yaml`.
///
/// ```yaml
/// service:
///   bind: 127.0.0.1
///   port: 8080
///   connections: 1024
///   uploads: 8
///   queue: 1000
/// ```
package struct ServiceSettings: Sendable, Hashable {
    /// The key of the section.
    package static let section = "service"

    /// The address to listen on; only loopback addresses are allowed, since there is no login.
    package var bind: String
    /// The TCP port; 0 for any free one.
    package var port: Int
    /// Maximum number of connections; others wait.
    package var connections: Int
    /// Maximum number of uploads at a time.
    package var uploads: Int
    /// Number of waiting jobs beyond which uploads and fills are refused.
    package var queue: Int
    /// How long a connection may be idle, or a request take to arrive without any byte.
    package var idleTimeout: Duration
    /// How long a download link is valid.
    package var linkLifetime: Duration

    /// Creates settings; what is left out has its default.
    package init(
        bind: String = "127.0.0.1", port: Int = 8080, connections: Int = 1024, uploads: Int = 8, queue: Int = 1000,
        idleTimeout: Duration = .seconds(60), linkLifetime: Duration = .seconds(3600)
    ) {
        self.bind = bind
        self.port = port
        self.connections = connections
        self.uploads = uploads
        self.queue = queue
        self.idleTimeout = idleTimeout
        self.linkLifetime = linkLifetime
    }

    /// Reads the section; what is wrong in it is reported to the node.
    package init(reading node: SettingsNode?) {
        self.init()
        guard let map = node?.mapping(known: ["bind", "port", "connections", "uploads", "queue"]) else { return }
        if let text = map["bind"]?.text() { bind = text }
        if let number = map["port"]?.integer(in: 0...65_535) { port = number }
        if let number = map["connections"]?.integer(in: 1...100_000) { connections = number }
        if let number = map["uploads"]?.integer(in: 1...1_000) { uploads = number }
        if let number = map["queue"]?.integer(in: 1...1_000_000) { queue = number }
    }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool {
        bind == "localhost" || bind == "::1" || bind.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
    }
}
