package import LibCrypto
import Files
import Foundation

/// The claims of a token of one of the APIs.
protocol SignedClaims: Codable, Sendable {
    /// The expiry in seconds since 1970; nil for none.
    var end: Int64? { get }
}

/// The claims of a token for apps without a project.
struct TokenClaims: SignedClaims, Hashable {
    /// The use of a token.
    enum Kind: String, Codable { case access, refresh }

    let kind: Kind
    let user: Int64
    /// The expiry in seconds since 1970.
    let expires: Int64
    /// The time of issue in seconds since 1970.
    let issued: Int64
    let id: String
    /// The API of a token.
    ///
    /// Tokens of apps without a project have none, so a token with one is not accepted as such.
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

/// Signs JSON Web Tokens (RFC 7519) with HMAC-SHA256, and accepts no other algorithm.
package struct TokenSigner: Sendable {
    private let code: HMACSHA256

    /// The maximum length of a token in characters.
    ///
    /// The service's own have 300, or 800 with the longest e-mail address.
    private static let lengthLimit = 1024
    private static let header = base64URL(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

    /// Creates a signer.
    package init(key: SymmetricKey) {
        code = HMACSHA256(key: key)
    }

    func sign(_ claims: some SignedClaims) throws -> String {
        // Equal claims must give equal tokens, so that the key of the apps never seems to change.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let message = "\(Self.header).\(Self.base64URL(try encoder.encode(claims)))"
        return "\(message).\(Self.base64URL(Data(code.code(for: Data(message.utf8)))))"
    }

    /// Returns the claims of a token.
    ///
    /// The result is `nil` if the token has another signature, has other claims, or has expired.
    func claims<Claims: SignedClaims>(_ type: Claims.Type, of token: String, atSecond now: Int64) -> Claims? {
        guard token.utf8.count <= Self.lengthLimit else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.data(parts[0]), let content = Self.data(parts[1]),
            let signature = Self.data(parts[2]),
            (try? JSONDecoder().decode(Header.self, from: header))?.alg == "HS256",
            code.isValid(signature, for: Data("\(parts[0]).\(parts[1])".utf8)),
            let claims = try? JSONDecoder().decode(type, from: content), claims.end.map({ $0 > now }) ?? true
        else { return nil }
        return claims
    }

    /// Returns the refresh token that follows another one.
    ///
    /// It is always the same, and nobody can derive it without both the token and the key. So a client that repeats a
    /// request after losing the response receives it again, although no token is stored.
    func successor(of refreshToken: String) -> String {
        Hexadecimal.text(code.code(for: Data("refresh token after ".utf8) + Data(refreshToken.utf8)))
    }

    /// Returns the digest of a code of few digits.
    ///
    /// Without the key, nobody can find the code by trying all of them.
    func digest(ofCode digits: String, for email: String) -> Data {
        Data(code.code(for: Data("recovery code \(digits) of \(email)".utf8)))
    }

    private struct Header: Decodable {
        let alg: String
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func data(_ text: Substring) -> Data? {
        // Other spellings of a token, such as with padding, are invalid.
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
        else { return nil }
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
