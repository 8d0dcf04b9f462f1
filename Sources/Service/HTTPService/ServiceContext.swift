import Audit
public import Hummingbird
import NIOCore
public import Pipeline

/// What the middleware and the handlers of one request share.
public struct ServiceContext: RequestContext {
    /// What Hummingbird keeps of a request.
    public var coreContext: CoreRequestContextStorage
    /// In whose name the request is made.
    package var identity = Identity.nobody
    /// Whether the connection comes from this machine; the request itself may have been made elsewhere and forwarded.
    package let isPeerLoopback: Bool

    /// The address of the client: that of the connection, or that which the proxy in front of the service names.
    package var client: String

    let channel: any Channel

    /// Creates the context of a request.
    public init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        client = source.channel.remoteAddress?.ipAddress ?? ""
        isPeerLoopback = Self.isLoopback(client)
    }

    /// Who makes the request, for the log of accesses.
    var actor: AuditActor {
        let credential =
            switch identity.credential {
            case .none: "none"
            case .local: "local"
            case .session: "session"
            case .token(let number): "token \(number)"
            case .appLogin(let number): "login \(number)"
            }
        return AuditActor(owner: owner, credential: credential)
    }

    /// Whose requests are counted together.
    var rateKey: RateLimit.Key {
        switch identity.credential {
        case .none, .local: .address(client)
        case .session, .token, .appLogin: .owner(owner)
        }
    }

    private static func isLoopback(_ address: String) -> Bool {
        // A socket for both protocols shows IPv4 addresses as IPv6.
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// The owner whose documents the request may see; "" without a login.
    public var owner: OwnerID { identity.owner }

    /// The scope for queries.
    public var scope: OwnerScope { .owner(owner) }

    /// Bytes of a JSON body.
    public var maxUploadSize: Int { 8 << 20 }
}
