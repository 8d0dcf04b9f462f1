import Foundation

/// The address at which users reach the service through a proxy.
///
/// It has a scheme, a host, and a port if that is not the default one.
package struct PublicURL: Sendable, Hashable {
    /// The origin in the form that browsers send, such as `https://forms.example.org`.
    package let origin: String
    /// Whether the connection from the user to the proxy is encrypted.
    package let isSecure: Bool
    private let authority: String

    /// Parses an address, or returns `nil` if it is malformed.
    ///
    /// It must be `http://` or `https://`, followed by an ASCII host and an optional port.
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

    /// Returns whether a `Host` field names this address.
    package func isHost(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == authority || host == "\(authority):\(Self.usualPort(isSecure))"
    }

    private static func usualPort(_ isSecure: Bool) -> Int { isSecure ? 443 : 80 }
}
