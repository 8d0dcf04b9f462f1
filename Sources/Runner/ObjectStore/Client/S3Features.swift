import Curl
import Foundation
import Pipeline

/// What a server supports beyond what is required of it.
package struct S3Features: Sendable, Hashable, Codable {
    /// Whether a put can be refused if the object exists.
    package var hasConditionalPuts = false
    /// Whether a put is refused if a checksum header does not match the bytes.
    package var hasChecksums = false

    /// Creates the features of an unknown server.
    package init(hasConditionalPuts: Bool = false, hasChecksums: Bool = false) {
        self.hasConditionalPuts = hasConditionalPuts
        self.hasChecksums = hasChecksums
    }
}

extension S3Client {
    /// Finds out what the server supports, with an object that is deleted afterwards.
    ///
    /// Nothing depends on the result: a server without these features only checks less.
    package func probe(_ key: String) throws {
        let bytes = Data("probe".utf8)
        let hash = ContentID(of: bytes)
        let headers = [Self.hashHeader(hash), "Content-Type: application/octet-stream"]
        func status(_ header: String) throws -> Int {
            // Any refusal means that the feature is missing, or works.
            try perform(
                .put, address.url(key), headers + [header], body: .bytes(bytes), accepting: [400, 405, 412, 501]
            ).head.status
        }
        defer { try? delete(key) }
        let wrong = ContentID(of: Data("other".utf8))
        let isWrongRefused = try status(Self.checksumHeader(wrong)) == 400
        let isRightTaken = try (200..<300).contains(status(Self.checksumHeader(hash)))
        if !isRightTaken { try put(key, .bytes(bytes), hash: hash) }
        let isSecondRefused = try status("If-None-Match: *") == 412
        features = S3Features(
            hasConditionalPuts: isSecondRefused, hasChecksums: isWrongRefused && isRightTaken)
    }
}
