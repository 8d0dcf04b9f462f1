import FailureModel
import Foundation
import HTTPTypes
package import Hummingbird

/// Refuses requests that are not addressed to the service, or that a page of another site has sent.
///
/// A page of another site can make a browser send requests to a service on loopback, and with a host name of its own that
/// resolves to 127.0.0.1 even read the answers (DNS rebinding). So the host must be the public address, or a loopback name if
/// there is none, and a browser's origin must be the service's own. Without a public address proxies are refused, since they
/// would make everybody look local.
package struct HostMiddleware: RouterMiddleware {
    private let publicURL: PublicURL?

    /// Addresses that programs on this machine ask for directly, whatever the public address is.
    private static let localPaths: Set<String> = ["/healthz", "/readyz", "/metrics"]

    /// Creates the middleware.
    ///
    /// - Parameter publicURL: the address behind a proxy; nil if the service is reached directly.
    package init(publicURL: PublicURL?) {
        self.publicURL = publicURL
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard request.head.path?.first == "/" else {
            throw Failure(.malformedRequest, "The target of the request must be a path.")
        }
        // The first one has become the authority.
        guard HTTPField.Name("Host").flatMap({ request.headers[$0] }) == nil else {
            throw Failure(.malformedRequest, "The request has more than one Host.")
        }
        let authority = request.head.authority ?? ""
        guard Self.hostName(authority) != nil else {
            throw Failure(.malformedRequest, "The request's Host is not a host name.")
        }
        try checkHost(authority, request)
        if let origin = request.headers[.origin],
            origin.lowercased() != publicURL?.origin ?? "http://\(authority)".lowercased()
        {
            throw Failure(.forbidden, "The request comes from a page of another site.")
        }
        if let site = request.fetchSite, site != "same-origin", site != "none", !request.isNavigation {
            throw Failure(.forbidden, "The request comes from a page of another site.")
        }
        return try await next(request, context)
    }

    private func checkHost(_ authority: String, _ request: Request) throws(Failure) {
        guard let publicURL else {
            guard Self.isLoopback(authority) else {
                throw Failure(
                    .forbidden, "The request's Host is not this machine, and the service has no public address.")
            }
            guard !request.isForwarded else {
                throw Failure(.forbidden, "The request came through a proxy, and the service has no public address.")
            }
            return
        }
        guard publicURL.isHost(authority) || Self.localPaths.contains(request.uri.path) && Self.isLoopback(authority)
        else {
            throw Failure(.forbidden, "The request's Host is not the service's public address.")
        }
    }

    /// The host of `host:port` or `[address]:port`, "" for nothing; nil if it is neither.
    private static func hostName(_ authority: String) -> String? {
        if authority.hasPrefix("[") {
            guard let match = authority.wholeMatch(of: /\[([0-9a-fA-F:.]+)\](:\d{1,5})?/) else { return nil }
            return String(match.1)
        }
        guard let match = authority.wholeMatch(of: /([A-Za-z0-9.\-]*)(:\d{1,5})?/) else { return nil }
        return String(match.1)
    }

    /// Whether a request's `Host` is a name that only this machine has for itself.
    static func isLoopback(_ authority: String?) -> Bool {
        guard let host = authority.flatMap(hostName) else { return false }
        return host.lowercased() == "localhost" || host == "::1"
            || host.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
    }
}
