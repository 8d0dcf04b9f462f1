import Foundation
import HTTPTypes
package import Hummingbird

/// Headers that describe the origin of a request.
extension Request {
    /// The bearer token of the `Authorization` header.
    package var bearerToken: String? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].trimmingCharacters(in: .whitespaces)
    }

    /// Whether the request is for the routes of apps, under `/api` but not `/api/v1`.
    var isOfApp: Bool { uri.path.hasPrefix("/api/") && !uri.path.hasPrefix("/api/v1/") }

    /// Whether a proxy has forwarded the request.
    var isForwarded: Bool { headers.contains { Self.proxyHeaders.contains($0.name) } }

    private static let proxyHeaders: Set<HTTPField.Name> = [
        .forwarded, .xForwardedFor, .xForwardedHost, .xForwardedProto, .xForwardedServer, .realIP, .via,
    ]

    /// The client address that the last proxy reports.
    var forwardedAddress: String? {
        headers[.xForwardedFor]?.split(separator: ",").last
            .map { String($0.prefix(64)).trimmingCharacters(in: .whitespaces) }
    }

    /// Whether the request's method cannot change anything.
    package var isSafe: Bool { method == .get || method == .head }

    /// The browser's `Sec-Fetch-Site`, or `nil` for other programs and old browsers.
    var fetchSite: String? { headers[.secFetchSite] }

    /// Whether the request is a browser's navigation, so that the response replaces the page.
    var isNavigation: Bool {
        isSafe && headers[.secFetchMode] == "navigate" && headers[.secFetchDest] == "document"
    }
}
