package import Crypto
import Foundation
import JWTKit

/// What a token of an app says.
struct TokenClaims: JWTPayload, Hashable {
    /// What a token is for.
    enum Kind: String, Codable { case access, refresh }

    let kind: Kind
    let user: Int64
    /// The end of its validity, in seconds since 1970.
    let expires: Int64
    /// When it was made, in seconds since 1970.
    let issued: Int64
    let id: String

    private enum CodingKeys: String, CodingKey {
        case kind = "token_type"
        case user = "user_id"
        case expires = "exp"
        case issued = "iat"
        case id = "jti"
    }

    /// Does nothing: ``TokenSigner`` compares the expiry with the clock that it is given.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// Signs JSON Web Tokens with HMAC-SHA256, and accepts no other algorithm.
package struct TokenSigner: Sendable {
    private let keys: JWTKeyCollection

    /// Characters of a token; ours have 300.
    private static let lengthLimit = 1024

    /// Creates a signer.
    package init(key: SymmetricKey) async {
        keys = await JWTKeyCollection().add(hmac: HMACKey(key: key), digestAlgorithm: .sha256)
    }

    func sign(_ claims: TokenClaims) async throws -> String { try await keys.sign(claims) }

    /// Returns what a token says; `nil` if it was not signed with the key, or has expired.
    func claims(of token: String, atSecond now: Int64) async -> TokenClaims? {
        guard token.utf8.count <= Self.lengthLimit, Self.algorithm(of: token) == "HS256",
            let claims = try? await keys.verify(token, as: TokenClaims.self), claims.expires > now
        else { return nil }
        return claims
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
