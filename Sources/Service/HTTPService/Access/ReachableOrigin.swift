/// The address of a service for people on other machines, as in a link.
package struct ReachableOrigin {
    /// The scheme, the host and the port.
    package let url: String
    /// The setting or device with the address, in words; nil if given.
    package let reason: String?

    /// Creates an address that was chosen.
    package init(url: String, reason: String?) {
        self.url = url
        self.reason = reason
    }

    /// Chooses an address at which others reach a service; nil if they do not.
    ///
    /// A host name without a dot is left out: it means something on this machine only, unless a name server of the
    /// network knows it.
    ///
    /// - Parameters:
    ///   - settings: the settings of the service.
    ///   - names: the names of its certificate, if it is made by somebody else and can be read.
    ///   - hosts: the names of the machine.
    ///   - addresses: the addresses of its network interfaces.
    package init?(_ settings: ServiceSettings, names: [String], hosts: [String], addresses: [String]) {
        if let publicURL = settings.publicURL {
            self.init(url: publicURL.origin, reason: "the publicURL of pipeline.yaml")
            return
        }
        guard !settings.isLoopback else { return nil }
        let certified = settings.tls == .selfSigned ? hosts.filter { !$0.hasSuffix(".local") } : names
        if settings.tls != nil, let name = certified.first(where: Self.isName) {
            self.init(url: Self.url(name, settings), reason: "a name of the certificate")
            return
        }
        let isAny = ["0.0.0.0", "::"].contains(settings.bind)
        let reachable = isAny ? addresses.filter(Self.isReachable) : [settings.bind]
        // Links with an IPv4 address are easier to read and to type.
        guard let address = reachable.first(where: { !$0.contains(":") }) ?? reachable.first else { return nil }
        self.init(
            url: Self.url(address, settings),
            reason: isAny ? "the address of a network interface" : "the address in bind of pipeline.yaml")
    }

    /// Chooses an address by the machine and the files of its certificate.
    package init?(_ settings: ServiceSettings) {
        self.init(
            settings, names: settings.tls?.readableNames ?? [], hosts: MachineNames.hosts,
            addresses: MachineNames.addresses)
    }

    private static func url(_ host: String, _ settings: ServiceSettings) -> String {
        "\(settings.scheme)://\(host.contains(":") ? "[\(host)]" : host):\(settings.port)"
    }

    private static func isName(_ name: String) -> Bool {
        name.contains(".") && !name.hasPrefix("*") && name.utf8.contains { !"0123456789.".utf8.contains($0) }
            && !name.contains(":")
    }

    private static func isReachable(_ address: String) -> Bool {
        Authority(address.contains(":") ? "[\(address)]" : address)?.isLoopback != true && !address.hasPrefix("fe80:")
            && !address.hasPrefix("169.254.")
    }
}
