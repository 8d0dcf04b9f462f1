/// The code of a currency: three capital letters as in ISO 4217.
///
/// Units that are no currency, such as pence sterling (`GBX`), are converted by the reader.
package struct CurrencyCode: Hashable, Sendable {
    private let letters: (UInt8, UInt8, UInt8)

    /// Creates a code from three letters, in any case; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        var letters: [UInt8] = []
        for byte in text.utf8 {
            let letter = byte & 0xDF
            guard letters.count < 3, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter), byte >= 0x41 else {
                return nil
            }
            letters.append(letter)
        }
        guard letters.count == 3 else { return nil }
        self.letters = (letters[0], letters[1], letters[2])
    }

    private init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
        letters = (UInt8(ascii: first), UInt8(ascii: second), UInt8(ascii: third))
    }

    /// The currency of accounts whose files name none.
    package static let usd = CurrencyCode("U", "S", "D")

    /// The letters as a number, in alphabetical order.
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
