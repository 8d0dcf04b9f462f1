package import Hummingbird
package import Pipeline

/// What the middleware and the handlers of one request share.
package struct ServiceContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The owner whose documents the request may see; "" for local use.
    package var owner = OwnerID.local

    /// The address of the client.
    private let peer: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? ""
    }

    /// Whose requests are counted together.
    var rateKey: String { owner == .local ? "address \(peer)" : "owner \(owner.text)" }

    /// The scope for queries.
    package var scope: OwnerScope { .owner(owner) }

    /// Bytes of a JSON body.
    package var maxUploadSize: Int { 8 << 20 }
}
