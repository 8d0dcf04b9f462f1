import FailureModel
import Foundation
import HTTPTypes
import Hummingbird

/// Rejects requests for other hosts, and requests from pages of other sites.
///
/// A page of another site can make a browser send requests to a service on loopback, and even read the responses with a
/// host name that resolves to 127.0.0.1 (DNS rebinding). The host must therefore be the public address or, if there is
/// none, a loopback name, a name of the service's certificate or, if others can reach it, the bound address or a name or
/// address of this machine; a browser's origin must be the service's own. Without a public address, proxies are rejected, since they would make every client look
/// local.
struct HostCheck {
    private let publicURL: PublicURL?
    /// The bound address in lower case, or `nil` if only this machine can reach it.
    private let bound: String?
    private let certificate: ServerCertificate?
    /// The scheme of the service's own origin.
    private let scheme: String

    /// Paths that monitoring requests of each node directly, regardless of the public address.
    private static let nodePaths: Set<String> = ["/healthz", "/readyz", "/metrics"]

    private static let advice =
        "In the section service of pipeline.yaml, set publicURL to the address of the proxy, or tls to a certificate for this "
        + "name."

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - publicURL: the address behind a proxy, or `nil` if clients reach the service directly.
    ///   - settings: contain the bound address.
    ///   - certificate: encrypts the connections; `nil` if they are not encrypted.
    init(publicURL: PublicURL?, _ settings: ServiceSettings, _ certificate: ServerCertificate?) {
        self.publicURL = publicURL
        bound = settings.isLoopback ? nil : settings.bind.lowercased()
        self.certificate = certificate
        scheme = settings.scheme
    }

    func check(_ request: Request) throws(Failure) {
        guard request.head.path?.utf8.first == UInt8(ascii: "/") else {
            throw Failure(.malformedRequest, "The target of the request must be a path.")
        }
        let host = request.head.authority ?? ""
        guard let authority = Authority(host) else {
            throw Failure(.malformedRequest, "The request's Host is not a host name.")
        }
        try check(authority, host, request)
    }

    /// Rejects requests from pages of other sites.
    func checkOrigin(_ request: Request) throws(Failure) {
        let host = request.head.authority ?? ""
        if let origin = request.headers[.origin],
            origin.lowercased() != publicURL?.origin ?? "\(scheme)://\(host)".lowercased()
        {
            throw Failure(.forbidden, "The request comes from a page of another site.")
        }
        if let site = request.fetchSite, site != "same-origin", site != "none", !request.isNavigation {
            throw Failure(.forbidden, "The request comes from a page of another site.")
        }
    }

    private func check(_ authority: Authority, _ host: String, _ request: Request) throws(Failure) {
        guard let publicURL else {
            guard isNode(authority) else {
                throw Failure(
                    .forbidden, "The request's Host is not this machine, and the service has no public address.",
                    hint: Self.advice)
            }
            guard !request.isForwarded else {
                throw Failure(
                    .forbidden, "The request came through a proxy, and the service has no public address.",
                    hint: Self.advice)
            }
            return
        }
        guard publicURL.isHost(host) || Self.nodePaths.contains(request.uri.path) && isNode(authority) else {
            throw Failure(
                .forbidden, "The request's Host is not the service's public address.", hint: Self.advice)
        }
    }

    private func isNode(_ authority: Authority) -> Bool {
        let host = authority.host.lowercased()
        return authority.isLoopback || isOwnName(host) || certificate?.covers(host: host) == true
    }

    /// Returns whether a host is the bound address or this machine.
    ///
    /// Other names do not count, since anyone can let a name resolve to this machine.
    private func isOwnName(_ host: String) -> Bool {
        guard let bound else { return false }
        return host == bound || MachineNames.hosts.contains(host) || MachineNames.addresses.contains(host)
    }
}
