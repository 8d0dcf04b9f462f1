package import Audit
public import Hummingbird
import NIOCore
public import Pipeline

/// The data shared by the middleware and the handlers of a request.
public struct ServiceContext: RequestContext {
    /// Hummingbird's data of the request.
    public var coreContext: CoreRequestContextStorage
    /// The identity of the caller.
    package var identity = Identity.nobody
    /// Whether the connection comes from this machine.
    ///
    /// The request itself may have been forwarded from elsewhere.
    package let isPeerLoopback: Bool

    /// The paths in the navigation that the user does not use.
    var unusedPages: Set<String> = []
    /// The address of the connection.
    package let peer: String

    /// The address of the client, as named by the proxy or taken from the connection.
    package var client: String

    let channel: any Channel

    /// Creates the context of a request.
    public init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? ""
        client = peer
        isPeerLoopback = Self.isLoopback(peer)
    }

    /// The caller as recorded in the access log.
    package var actor: AuditActor {
        let credential =
            switch identity.credential {
            case .none: "none"
            case .local: "local"
            case .session: "session"
            case .signOn: "sign-on"
            case .token(let number): "token \(number)"
            case .appLogin(let number): "login \(number)"
            }
        return AuditActor(owner: owner, credential: credential)
    }

    /// The key for counting requests: the owner, or else the address.
    var rateKey: RateLimit.Key {
        switch identity.credential {
        case .none, .local: .address(client)
        case .session, .signOn, .token, .appLogin: .owner(owner)
        }
    }

    private static func isLoopback(_ address: String) -> Bool {
        // A dual-stack socket reports IPv4 addresses in IPv6 form.
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// The owner of what the request adds; "" without a login.
    public var owner: OwnerID { identity.owner }

    /// The scope for queries.
    public var scope: OwnerScope { identity.scope }

    /// The maximum length of a JSON body in bytes.
    public var maxUploadSize: Int { 8 << 20 }
}
