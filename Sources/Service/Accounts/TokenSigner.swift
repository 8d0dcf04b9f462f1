package import Crypto
import Files
import Foundation
import JWTKit

/// What a token of one of the APIs says.
protocol SignedClaims: JWTPayload {
    /// The end of its validity, in seconds since 1970; nil if it has none.
    var end: Int64? { get }
}

extension SignedClaims {
    /// Does nothing: ``TokenSigner`` compares the expiry with the clock that it is given.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// What a token of an app of trading accounts says.
struct TokenClaims: SignedClaims, Hashable {
    /// What a token is for.
    enum Kind: String, Codable { case access, refresh }

    let kind: Kind
    let user: Int64
    /// The end of its validity, in seconds since 1970.
    let expires: Int64
    /// When it was made, in seconds since 1970.
    let issued: Int64
    let id: String
    /// The API that a token is for; tokens of trading name none, so that one that does opens nothing there.
    var audience: String?

    var end: Int64? { expires }

    private enum CodingKeys: String, CodingKey {
        case kind = "token_type"
        case user = "user_id"
        case expires = "exp"
        case issued = "iat"
        case id = "jti"
        case audience = "aud"
    }
}

/// Signs JSON Web Tokens with HMAC-SHA256, and accepts no other algorithm.
package struct TokenSigner: Sendable {
    private let keys: JWTKeyCollection
    private let key: SymmetricKey

    /// Characters of a token; ours have 300, or 800 with the longest e-mail address.
    private static let lengthLimit = 1024

    /// Creates a signer.
    package init(key: SymmetricKey) async {
        self.key = key
        // The same claims make the same token, so that the key of the apps never seems to have changed.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        keys = await JWTKeyCollection().add(
            hmac: HMACKey(key: key), digestAlgorithm: .sha256, serializer: DefaultJWTSerializer(jsonEncoder: encoder))
    }

    func sign(_ claims: some SignedClaims) async throws -> String { try await keys.sign(claims) }

    /// Returns what a token says; `nil` if it was not signed with the key, says something else, or has expired.
    func claims<Claims: SignedClaims>(_ type: Claims.Type, of token: String, atSecond now: Int64) async -> Claims? {
        guard token.utf8.count <= Self.lengthLimit, Self.algorithm(of: token) == "HS256",
            let claims = try? await keys.verify(token, as: type), claims.end.map({ $0 > now }) ?? true
        else { return nil }
        return claims
    }

    /// Returns the refresh token that follows one: always the same, and known to nobody without both the token and the key.
    ///
    /// So a client that repeats a request whose answer was lost gets the answer again, although no token is stored.
    func successor(of refreshToken: String) -> String {
        let message = Data("refresh token after ".utf8) + Data(refreshToken.utf8)
        return Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }

    private struct Header: Decodable {
        let alg: String
    }

    /// The algorithm that a token names; JWTKit goes by the key instead, and would ignore a wrong name.
    private static func algorithm(of token: String) -> String? {
        let head = String(token.prefix { $0 != "." }).replacing("-", with: "+").replacing("_", with: "/")
        let padded = head + String(repeating: "=", count: (4 - head.utf8.count % 4) % 4)
        return Data(base64Encoded: padded).flatMap { try? JSONDecoder().decode(Header.self, from: $0).alg }
    }
}
