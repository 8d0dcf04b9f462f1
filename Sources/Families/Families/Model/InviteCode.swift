/// The code by which somebody who was invited joins a family.
package struct InviteCode: Hashable, Sendable {
    /// Letters and digits that nobody takes for one another: without I, L, O, 0 and 1.
    package static let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    /// How many of them a code has.
    package static let length = 8

    /// The code in capitals.
    package let text: String

    /// Draws a code.
    package init(using random: inout some RandomNumberGenerator) {
        text = String((0..<Self.length).compactMap { _ in Self.alphabet.randomElement(using: &random) })
    }

    /// Reads what somebody typed: small letters, spaces and hyphens do not matter; nil if it cannot be a code.
    package init?(_ typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        let letters = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        text = letters
    }
}
