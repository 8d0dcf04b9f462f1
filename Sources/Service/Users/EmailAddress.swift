package import FailureModel

/// An e-mail address that identifies a user to apps.
///
/// Addresses are compared case-insensitively, so they are stored in lower case. As in HTML's `input type="email"`, an
/// address is ASCII. The type has no description of its own, to keep addresses out of logs.
package struct EmailAddress: Hashable, Sendable {
    /// The address in lower case.
    package let text: String

    /// Maximum length of an address in bytes (RFC 5321, section 4.5.3.1.3).
    private static let lengthLimit = 254

    /// Validates an address.
    ///
    /// - Throws: `malformed_email`.
    package init(_ typed: String) throws(Failure) {
        guard let address = Self.checked(typed) else {
            throw Failure(.malformedEmail, "This is not an e-mail address.")
        }
        text = address
    }

    private static func checked(_ typed: String) -> String? {
        guard typed.utf8.count <= lengthLimit, typed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let parts = typed.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy(isLocal),
            !parts[1].isEmpty,
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            })
        else { return nil }
        return "\(parts[0])@\(parts[1])"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }
}
