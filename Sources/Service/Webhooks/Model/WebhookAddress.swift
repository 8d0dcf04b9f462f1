import Foundation

/// The address of a receiver of requests, with its secret and reach.
package struct WebhookAddress: Sendable, Hashable {
    /// The whole URL.
    package let url: String
    /// Scheme, host and port.
    package let origin: String
    /// The place of the secret.
    package let secret: WebhookSecret
    /// The addresses that the host may have.
    package let rule: AddressRule

    /// Creates an address.
    ///
    /// The result is `nil` unless the URL is `http` or `https` with a host, a port that exists if any, and no
    /// user.
    package init?(url: String, secret: WebhookSecret, rule: AddressRule = AddressRule()) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.fragment == nil, parts.port.map((1...65_535).contains) ?? true,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.url = url
        origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        self.secret = secret
        self.rule = rule
    }
}

extension WebhookAddress: CustomStringConvertible {
    /// The origin, since logs must not have the path, which may be a secret.
    package var description: String { origin }
}
