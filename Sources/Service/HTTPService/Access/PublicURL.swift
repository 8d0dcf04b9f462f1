import Foundation

/// The address under which users reach the service through a proxy: a scheme and a host, with a port if it is not the usual one.
package struct PublicURL: Sendable, Hashable {
    /// The origin as browsers send it, such as `https://forms.example.org`.
    package let origin: String
    /// Whether the connection from the user to the proxy is encrypted.
    package let isSecure: Bool
    private let authority: String

    /// Parses an address; nil unless it is `http://` or `https://`, a host in ASCII and, if necessary, a port.
    package init?(_ text: String) {
        guard let components = URLComponents(string: text), let scheme = components.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = components.encodedHost?.lowercased(), !host.isEmpty,
            components.user == nil, components.password == nil, ["", "/"].contains(components.path),
            components.query == nil, components.fragment == nil,
            host.wholeMatch(of: /[a-z0-9.\-]+|\[[0-9a-f:.]+\]/) != nil
        else { return nil }
        let usualPort = Self.usualPort(scheme == "https")
        let port = components.port.flatMap { $0 == usualPort ? nil : $0 }
        isSecure = scheme == "https"
        authority = host + (port.map { ":\($0)" } ?? "")
        origin = "\(scheme)://\(authority)"
    }

    /// Returns whether a request's `Host` is this address.
    package func isHost(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == authority || host == "\(authority):\(Self.usualPort(isSecure))"
    }

    private static func usualPort(_ isSecure: Bool) -> Int { isSecure ? 443 : 80 }
}
