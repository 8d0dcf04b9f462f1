package import LibCrypto
package import FailureModel
import Files
package import Foundation
package import Hummingbird
import Pipeline

/// Creates and checks temporary links that open one address without another credential.
///
/// A link carries its expiry and an HMAC-SHA256 of address and expiry. Replacing the key invalidates all links.
package struct SignedLinks: Sendable {
    private let code: HMACSHA256
    private let lifetime: Duration

    /// Creates links of a key.
    package init(key: SymmetricKey, lifetime: Duration) {
        code = HMACSHA256(key: key)
        self.lifetime = lifetime
    }

    /// Returns the path with its expiry and signature.
    package func sign(_ path: String, at now: Date = Date()) -> String {
        let expires = Int64(now.timeIntervalSince1970) + lifetime.components.seconds
        return "\(path)?expires=\(expires)&signature=\(signature(path, expires))"
    }

    /// Returns the path with an expiry that stays the same during a lifetime.
    ///
    /// The result can therefore be cached; it is valid for one to two lifetimes.
    package func signStably(_ path: String, at now: Date = Date()) -> String {
        let seconds = TimeInterval(lifetime.components.seconds)
        return sign(path, at: Date(timeIntervalSince1970: period(at: now) * seconds + seconds))
    }

    /// Returns a token that opens a path until a given time.
    ///
    /// It contains expiry and signature in one text, for a query with a single parameter.
    package func token(for path: String, until expiry: Date) -> String {
        let expires = Int64(expiry.timeIntervalSince1970)
        return "\(expires).\(signature(path, expires))"
    }

    /// Returns a token with a stable expiry, as in ``signStably(_:at:)``.
    package func stableToken(for path: String, at now: Date = Date()) -> String {
        let seconds = TimeInterval(lifetime.components.seconds)
        return token(for: path, until: Date(timeIntervalSince1970: (period(at: now) + 2) * seconds))
    }

    /// Checks a token.
    ///
    /// - Throws: `link_invalid` if it has expired, or is for another path.
    package func check(_ path: String, token: String, at now: Date = Date()) throws(Failure) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try check(path, expires: parts.first, signature: parts.count == 2 ? parts[1] : nil, at: now)
    }

    /// Returns the number of the period with the same ``signStably(_:at:)`` result.
    package func period(at now: Date = Date()) -> Double {
        (now.timeIntervalSince1970 / TimeInterval(max(1, lifetime.components.seconds))).rounded(.down)
    }

    /// Checks a link.
    ///
    /// - Throws: `link_invalid` if it has expired or was modified.
    package func check(
        _ path: String, expires: String?, signature given: String?, at now: Date = Date()
    ) throws(Failure) {
        // Only the canonical spelling is valid; another one of the same link would be a second key in caches.
        guard let expires = expires.flatMap({ Request.number($0) }),
            let given = given.flatMap({ text in
                Hexadecimal.bytes(text).flatMap { Hexadecimal.text($0) == text ? $0 : nil }
            }),
            // This compares in constant time.
            code.isValid(given, for: message(path, expires))
        else { throw Failure(.linkInvalid, "This link is not valid.") }
        guard Double(expires) >= now.timeIntervalSince1970 else {
            throw Failure(.linkInvalid, "This link has expired; ask for a new one.")
        }
    }

    /// Checks the signature of a request's own address.
    ///
    /// - Throws: `link_invalid` if it has expired or was modified, or a parameter occurs twice.
    package func check(_ request: Request) throws(Failure) {
        func parameter(_ name: Substring) throws(Failure) -> String? {
            let values = request.uri.queryParameters[values: name]
            guard values.count <= 1 else { throw Failure(.linkInvalid, "This link is not valid.") }
            return values.first.map(String.init)
        }
        try check(
            request.uri.path, expires: try parameter("expires"), signature: try parameter("signature"))
    }

    private func signature(_ path: String, _ expires: Int64) -> String {
        Hexadecimal.text(code.code(for: message(path, expires)))
    }

    private func message(_ path: String, _ expires: Int64) -> Data { Data("\(expires)\n\(path)".utf8) }
}
