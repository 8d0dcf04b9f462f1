import LibCrypto
import Files
import Foundation

/// A random text that proves an identity: an API token, or a session cookie.
///
/// Only its digest is stored. It has 256 random bits, so neither the digest nor the duration of a lookup helps to guess
/// it.
struct Secret {
    let text: String

    /// Creates a new secret.
    ///
    /// - Parameter prefix: the start of the text, which lets scanners recognise a token published by mistake.
    init(prefix: String = "") {
        text = prefix + SymmetricKey(size: .bits256).withUnsafeBytes { Hexadecimal.text($0) }
    }

    var digest: Data { Self.digest(of: text) }

    static func digest(of text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
