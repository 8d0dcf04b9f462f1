/// The code with which an invited person joins a family.
package struct InviteCode: Hashable, Sendable {
    /// Unambiguous letters and digits: without I, L, O, 0 and 1.
    package static let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    /// The number of characters of a code.
    package static let length = 8

    /// The code in upper case.
    package let text: String

    /// Draws a random code.
    package init(using random: inout some RandomNumberGenerator) {
        text = String((0..<Self.length).compactMap { _ in Self.alphabet.randomElement(using: &random) })
    }

    /// Parses a typed code, ignoring case, spaces and hyphens; `nil` if malformed.
    package init?(_ typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        let letters = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        text = letters
    }
}
