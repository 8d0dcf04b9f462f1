package import Pipeline

/// The section `service` of `pipeline.yaml`.
///
/// ```yaml
/// service:
///   bind: 127.0.0.1
///   port: 8080
///   publicURL: https://forms.example.org
///   tls: self
///   signOn: {from: 127.0.0.1}
///   connections: 1024
///   uploads: 8
///   queue: 1000
///   ownerQueue: 500
///   ownerStreams: 50
///   rate: 200
/// ```
package struct ServiceSettings: Sendable, Hashable {
    /// The key of the section.
    package static let section = "service"

    /// The address to listen on.
    package var bind: String
    /// The TCP port; 0 for any free one.
    package var port: Int
    /// The address at which users reach the service through a proxy; nil without a proxy.
    package var publicURL: PublicURL?
    /// The certificate with which the service encrypts its connections itself; nil if it does not.
    package var tls: TLSSettings?
    /// The proxy that logs people in; nil if only the service does.
    package var signOn: SignOnSettings?
    /// Maximum number of connections; others are rejected.
    package var connections: Int
    /// Maximum number of simultaneous uploads.
    package var uploads: Int
    /// Number of waiting jobs above which uploads and fills are rejected.
    package var queue: Int
    /// Number of an owner's waiting jobs above which the owner's uploads and fills are rejected.
    package var ownerQueue: Int
    /// Maximum number of open event streams per user, or in all without logins.
    package var ownerStreams: Int
    /// Maximum average requests per second of a user, or of an address without logins.
    package var rate: Int
    /// Minimum speed of requests.
    package var pace = Pace()
    /// How long a connection may be idle, or a client not read its response.
    package var idleTimeout: Duration
    /// How long a download link is valid.
    package var linkLifetime: Duration

    /// Minimum speed at which the bytes of a request must arrive.
    package struct Pace: Sendable, Hashable {
        /// How long a request may pause in total; bytes restore it.
        package var credit = Duration.seconds(20)
        /// The average rate below which the credit decreases.
        package var bytesPerSecond = 16 << 10
        /// How long a request may pause once the service is stopping.
        package var creditOfStop = Duration.seconds(2)
        /// How long work goes on for a client that has half-closed its connection.
        package var creditOfHalfClosed = Duration.seconds(5)
    }

    /// Creates settings with defaults for omitted values.
    package init(
        bind: String = "127.0.0.1", port: Int = 8080, publicURL: PublicURL? = nil, tls: TLSSettings? = nil,
        signOn: SignOnSettings? = nil, connections: Int = 1024,
        uploads: Int = 8, queue: Int = 1000, ownerQueue: Int = 500, ownerStreams: Int = 50, rate: Int = 200,
        idleTimeout: Duration = .seconds(60), linkLifetime: Duration = .seconds(3600)
    ) {
        self.bind = bind
        self.port = port
        self.publicURL = publicURL
        self.tls = tls
        self.signOn = signOn
        self.connections = connections
        self.uploads = uploads
        self.queue = queue
        self.ownerQueue = ownerQueue
        self.ownerStreams = ownerStreams
        self.rate = rate
        self.idleTimeout = idleTimeout
        self.linkLifetime = linkLifetime
    }

    /// Reads the section, and reports mistakes to the node.
    ///
    /// - Parameters:
    ///   - node: the section, if the file has it.
    ///   - path: the settings file, which relative paths start from.
    package init(reading node: SettingsNode?, beside path: String? = nil) {
        self.init()
        guard
            let map = node?.mapping(known: [
                "bind", "port", "publicURL", "tls", "signOn", "connections", "uploads", "queue", "ownerQueue",
                "ownerStreams", "rate",
            ])
        else { return }
        if let text = map["bind"]?.text() { bind = text }
        if let number = map["port"]?.integer(in: 0...65_535) { port = number }
        if let node = map["publicURL"], let text = node.text() {
            publicURL = PublicURL(text)
            if publicURL == nil {
                node.report("“\(node.path)” must be http:// or https:// and a host, such as https://forms.example.org.")
            }
        }
        if let node = map["tls"] { tls = TLSSettings(reading: node, beside: path) }
        if let node = map["signOn"] {
            signOn = SignOnSettings(reading: node)
            if map["publicURL"] == nil { node.report("“\(node.path)” needs “publicURL”, the address of the proxy.") }
        }
        if let number = map["connections"]?.integer(in: 1...100_000) { connections = number }
        if let number = map["uploads"]?.integer(in: 1...1_000) { uploads = number }
        if let number = map["queue"]?.integer(in: 1...1_000_000) { queue = number }
        if let number = map["ownerQueue"]?.integer(in: 1...1_000_000) { ownerQueue = number }
        if let number = map["ownerStreams"]?.integer(in: 1...100_000) { ownerStreams = number }
        if let number = map["rate"]?.integer(in: 1...1_000_000) { rate = number }
    }

    /// The scheme of the service's own connections.
    package var scheme: String { tls == nil ? "http" : "https" }

    /// Returns the addresses at which clients reach the service itself, rather than a proxy.
    ///
    /// An encrypted service has the names of the machine, too. The first address is to be shown to people.
    package func origins(port: Int) -> [String] {
        let names = tls == nil || isLoopback ? [bind] : MachineNames.names(boundTo: bind)
        let hosts = names.filter { isLoopback || Authority($0)?.isLoopback != true }
        return hosts.map { "\(scheme)://\($0.contains(":") ? "[\($0)]" : $0):\(port)" }
    }

    /// Returns the first of the addresses.
    package func origin(port: Int) -> String { origins(port: port)[0] }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool {
        bind == "localhost" || bind == "::1" || bind.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
    }
}
