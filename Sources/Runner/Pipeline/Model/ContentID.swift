import LibCrypto
import Files
public import Foundation

/// The name of stored bytes: their SHA-256, written as 64 lower-case hexadecimal digits.
public struct ContentID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The hash as 64 lower-case hexadecimal digits.
    public let hex: String

    /// Computes the name of `bytes`.
    public init(of bytes: some DataProtocol) {
        self.init(digest: SHA256.hash(data: bytes))
    }

    /// Parses a name; `nil` unless `hex` is 64 hexadecimal digits.
    ///
    /// No other text from a caller can therefore become a path.
    public init?(hex: String) {
        let isLowerCase = hex.utf8.allSatisfy(Self.isDigit)
        let digits = isLowerCase ? hex : hex.lowercased()
        guard digits.utf8.count == 64, isLowerCase || digits.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.hex = digits
    }

    init(digest: Digest) {
        hex = Hexadecimal.text(digest)
    }

    /// Decodes a name from its hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ContentID(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 64 hexadecimal digits")
        }
        self = id
    }

    /// Encodes the name as its hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }

    /// The same as ``hex``.
    public var description: String { hex }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte)
    }
}
