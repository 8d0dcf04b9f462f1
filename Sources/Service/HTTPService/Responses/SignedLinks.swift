import LibCrypto
package import FailureModel
import Files
package import Foundation
package import Hummingbird
import Pipeline

/// Makes and checks links that open one address for a limited time, without any other credential.
///
/// A link carries its expiry and an HMAC-SHA256 over address and expiry. The key is a file in the store's folder, which
/// only its user can read; replacing it invalidates all links.
package struct SignedLinks: Sendable {
    private let code: HMACSHA256
    private let lifetime: Duration

    /// Opens the key, or creates it, which blocks.
    ///
    /// - Throws: `Failure` if the file cannot be read or written.
    package init(keyFile: URL, lifetime: Duration) throws {
        code = HMACSHA256(key: try KeyFile.key(in: keyFile))
        self.lifetime = lifetime
    }

    /// The path with its expiry and signature.
    package func sign(_ path: String, at now: Date = Date()) -> String {
        let expires = Int64(now.timeIntervalSince1970) + lifetime.components.seconds
        return "\(path)?expires=\(expires)&signature=\(signature(path, expires))"
    }

    /// The path with an expiry that stays the same for the lifetime of a link, so that the result can be cached; it is
    /// valid for one to two lifetimes.
    package func signStably(_ path: String, at now: Date = Date()) -> String {
        let seconds = TimeInterval(lifetime.components.seconds)
        return sign(path, at: Date(timeIntervalSince1970: period(at: now) * seconds + seconds))
    }

    /// Returns a token that opens a path until a moment: its expiry and signature in one text, for a query of one parameter.
    package func token(for path: String, until expiry: Date) -> String {
        let expires = Int64(expiry.timeIntervalSince1970)
        return "\(expires).\(signature(path, expires))"
    }

    /// Returns a token with an expiry that stays the same for the lifetime of a link, as that of ``signStably(_:at:)``.
    package func stableToken(for path: String, at now: Date = Date()) -> String {
        let seconds = TimeInterval(lifetime.components.seconds)
        return token(for: path, until: Date(timeIntervalSince1970: (period(at: now) + 2) * seconds))
    }

    /// Checks a token.
    ///
    /// - Throws: `link_invalid` if it has expired, or is not one for this path.
    package func check(_ path: String, token: String, at now: Date = Date()) throws(Failure) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try check(path, expires: parts.first, signature: parts.count == 2 ? parts[1] : nil, at: now)
    }

    /// The number of the period in which ``signStably(_:at:)`` gives the same link.
    package func period(at now: Date = Date()) -> Double {
        (now.timeIntervalSince1970 / TimeInterval(max(1, lifetime.components.seconds))).rounded(.down)
    }

    /// Checks a link.
    ///
    /// - Throws: `link_invalid` if it has expired, or was changed.
    package func check(
        _ path: String, expires: String?, signature given: String?, at now: Date = Date()
    ) throws(Failure) {
        // Only as it was written: another spelling of the same link would be another name of what caches keep.
        guard let expires = expires.flatMap({ Request.number($0) }),
            let given = given.flatMap({ text in
                Hexadecimal.bytes(text).flatMap { Hexadecimal.text($0) == text ? $0 : nil }
            }),
            // Compares in constant time.
            code.isValid(given, for: message(path, expires))
        else { throw Failure(.linkInvalid, "This link is not valid.") }
        guard Double(expires) >= now.timeIntervalSince1970 else {
            throw Failure(.linkInvalid, "This link has expired; ask for a new one.")
        }
    }

    /// Checks the link by which a request was made.
    ///
    /// - Throws: `link_invalid` if it has expired or was changed, or a parameter occurs twice.
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
