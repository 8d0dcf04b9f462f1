/// The response to an upload.
package struct UploadResponse: Hashable, Sendable, Codable {
    package var success: Bool
    /// `/uploads/` and the ID: a token, not a file path.
    package var filePath: String
    package var contentID: String

    private enum CodingKeys: String, CodingKey {
        case success
        case filePath = "file_path"
        case contentID = "content_id"
    }

    /// Creates a successful response.
    package init(contentID: String) {
        success = true
        filePath = Self.prefix + contentID
        self.contentID = contentID
    }

    private static let prefix = "/uploads/"

    /// Returns the ID in a `file_path`, or `nil` if malformed.
    package static func contentID(in filePath: String) -> String? {
        guard filePath.hasPrefix(prefix) else { return nil }
        let id = filePath.dropFirst(prefix.count)
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(isTokenByte) else { return nil }
        return String(id)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
