import Files
package import Foundation
import LibCrypto

/// The signature of a request.
package enum WebhookSignature {
    /// Returns `sha256=` and a code in lower-case hexadecimal.
    ///
    /// It is the HMAC of the timestamp, a full stop and the body.
    package static func text(secret: Data, timestamp: String, body: Data) -> String {
        let code = HMACSHA256(key: SymmetricKey(data: secret)).code(for: Data("\(timestamp).".utf8) + body)
        return "sha256=\(Hexadecimal.text(code))"
    }
}
