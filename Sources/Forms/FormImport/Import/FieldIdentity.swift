import LibCrypto
package import Foundation

/// Creates IDs that are stable as long as a document and its analysis are unchanged.
package enum FieldIdentity {
    /// Returns a UUID derived from the document's digest and a discriminator.
    ///
    /// It is a UUID of version 8 (RFC 9562). The discriminator is unique in the document, such as `p1f7` or `widget 0
    /// 12`.
    package static func id(document sha256: String, _ discriminator: String) -> UUID {
        var bytes = Array(SHA256.hash(data: Data("\(sha256) \(discriminator)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
