/// An ISO 4217 currency code of three capital letters.
///
/// The reader converts other units, such as pence sterling (`GBX`).
package struct CurrencyCode: Hashable, Sendable {
    private let letters: (UInt8, UInt8, UInt8)

    /// Creates a code from three letters, in any case; `nil` if malformed.
    package init?(_ text: some StringProtocol) {
        self.init(utf8: text.utf8)
    }

    /// Creates a code from three letters, in any case; `nil` if malformed.
    init?(utf8 text: some Sequence<UInt8>) {
        var letters: (UInt8, UInt8, UInt8) = (0, 0, 0)
        var count = 0
        for byte in text {
            let letter = byte & 0xDF
            guard count < 3, letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z"), byte >= 0x41 else { return nil }
            letters = (letters.1, letters.2, letter)
            count += 1
        }
        guard count == 3 else { return nil }
        self.letters = letters
    }

    private init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
        letters = (UInt8(ascii: first), UInt8(ascii: second), UInt8(ascii: third))
    }

    /// The default currency of accounts.
    package static let usd = CurrencyCode("U", "S", "D")

    /// The letters as a number, which sorts alphabetically.
    private var number: UInt32 {
        UInt32(letters.0) << 16 | UInt32(letters.1) << 8 | UInt32(letters.2)
    }

    package static func == (left: CurrencyCode, right: CurrencyCode) -> Bool { left.number == right.number }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}

extension CurrencyCode: Comparable {
    package static func < (left: CurrencyCode, right: CurrencyCode) -> Bool { left.number < right.number }
}

extension CurrencyCode: CustomStringConvertible {
    /// The three letters.
    package var description: String { String(decoding: [letters.0, letters.1, letters.2], as: UTF8.self) }

    /// Appends ``description``.
    func append(to bytes: inout [UInt8]) {
        bytes.append(letters.0)
        bytes.append(letters.1)
        bytes.append(letters.2)
    }
}

extension CurrencyCode: Codable {
    /// Decodes a code from text.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let code = CurrencyCode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a currency"))
        }
        self = code
    }

    /// Encodes the code as text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
