import FailureModel
import Foundation
import HTTPTypes
package import Hummingbird

/// Refuses requests that do not come from a program or page on this machine.
///
/// A page of another site can make a browser send requests to a service on loopback, and with a host name of its own that
/// resolves to 127.0.0.1 even read the answers (DNS rebinding). So the host must be a loopback name, a browser's origin
/// must be the service's own, and proxies, which would make everybody look local, are refused.
package struct HostMiddleware: RouterMiddleware {
    /// Creates the middleware.
    package init() {}

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority.flatMap(Self.hostName), Self.isLoopback(host) else {
            throw Failure(.forbidden, "The request's Host is not this machine.")
        }
        for name in [
            "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-IP",
            "Via",
        ] {
            if let name = HTTPField.Name(name), request.headers[name] != nil {
                throw Failure(.forbidden, "The request came through a proxy, which this service does not allow.")
            }
        }
        if let origin = request.headers[.origin], !isOwn(origin, request) {
            throw Failure(.forbidden, "The request comes from a page of another site.")
        }
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }),
            site != "same-origin", site != "none"
        {
            throw Failure(.forbidden, "The request comes from a page of another site.")
        }
        return try await next(request, context)
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        origin.lowercased() == "http://\(request.head.authority?.lowercased() ?? "")"
    }

    /// The host of `host:port` or `[address]:port`; nil if it is neither.
    static func hostName(_ authority: String) -> String? {
        if authority.hasPrefix("[") {
            guard let match = authority.wholeMatch(of: /\[([0-9a-fA-F:.]+)\](:\d{1,5})?/) else { return nil }
            return String(match.1)
        }
        guard let match = authority.wholeMatch(of: /([A-Za-z0-9.\-]+)(:\d{1,5})?/) else { return nil }
        return String(match.1)
    }

    static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || host == "::1"
            || host.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
    }
}
