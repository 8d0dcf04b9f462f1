import Foundation
import HTTPTypes
import Hummingbird

/// The headers by which a request says where it comes from.
extension Request {
    /// The API token of the header `Authorization`.
    var bearerToken: String? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].trimmingCharacters(in: .whitespaces)
    }

    /// Whether a proxy has forwarded the request.
    var isForwarded: Bool { Self.proxyHeaders.contains { headers[$0] != nil } }

    private static let proxyHeaders = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-IP",
        "Via",
    ].compactMap { HTTPField.Name($0) }

    /// The address from which the last proxy got the request, as that proxy says.
    var forwardedAddress: String? {
        HTTPField.Name("X-Forwarded-For").flatMap { headers[$0] }?.split(separator: ",").last
            .map { String($0.prefix(64)).trimmingCharacters(in: .whitespaces) }
    }

    /// Whether the request cannot change anything.
    var isSafe: Bool { method == .get || method == .head }

    /// Whose page made the browser send the request, as the browser says; nil for other programs and old browsers.
    var fetchSite: String? { HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] } }

    /// Whether a person follows a link to this address, so that the answer replaces the page that the link is on.
    var isNavigation: Bool {
        isSafe && HTTPField.Name("Sec-Fetch-Mode").flatMap { headers[$0] } == "navigate"
            && HTTPField.Name("Sec-Fetch-Dest").flatMap { headers[$0] } == "document"
    }
}
