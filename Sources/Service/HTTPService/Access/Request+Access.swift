import Foundation
import HTTPTypes
package import Hummingbird

/// The headers by which a request says where it comes from.
extension Request {
    /// The token of the header `Authorization`.
    package var bearerToken: String? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].trimmingCharacters(in: .whitespaces)
    }

    /// Whether the request is for the routes of apps, which are under `/api` beside those of `/api/v1`.
    var isOfApp: Bool { uri.path.hasPrefix("/api/") && !uri.path.hasPrefix("/api/v1/") }

    /// Whether a proxy has forwarded the request.
    var isForwarded: Bool { headers.contains { Self.proxyHeaders.contains($0.name) } }

    private static let proxyHeaders: Set<HTTPField.Name> = [
        .forwarded, .xForwardedFor, .xForwardedHost, .xForwardedProto, .xForwardedServer, .realIP, .via,
    ]

    /// The address from which the last proxy got the request, as that proxy says.
    var forwardedAddress: String? {
        headers[.xForwardedFor]?.split(separator: ",").last
            .map { String($0.prefix(64)).trimmingCharacters(in: .whitespaces) }
    }

    /// Whether the request cannot change anything.
    var isSafe: Bool { method == .get || method == .head }

    /// Whose page made the browser send the request, as the browser says; nil for other programs and old browsers.
    var fetchSite: String? { headers[.secFetchSite] }

    /// Whether a person follows a link to this address, so that the answer replaces the page that the link is on.
    var isNavigation: Bool {
        isSafe && headers[.secFetchMode] == "navigate" && headers[.secFetchDest] == "document"
    }
}
