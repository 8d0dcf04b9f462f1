/// The characters that a value must have, one after the other.
///
/// `A` stands for a letter, `9` for a digit from 0 to 9 and `*` for any character. Every other character stands for
/// itself, and so does one after a backslash. There is no repetition, so that a check takes one step for each character.
public struct CharacterMask: Sendable, Hashable {
    /// Maximum number of places, and of characters in ``text`` besides backslashes.
    public static let limit = 100

    /// The mask as written, such as `AA-9999`.
    public let text: String
    private let places: [Place]

    private enum Place: Hashable {
        case letter, digit, any
        case itself(Unicode.Scalar)
    }

    /// Reads a mask.
    ///
    /// It is nil for an empty mask, one with more than 100 places, one that ends in a single backslash, and one with a
    /// control character.
    public init?(_ text: String) {
        var (places, isEscaped): ([Place], Bool) = ([], false)
        // Far below any cost, and checked before anything is built.
        guard text.utf8.count <= 8 * Self.limit else { return nil }
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control { return nil }
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            switch scalar {
            case "A" where !isEscaped: places.append(.letter)
            case "9" where !isEscaped: places.append(.digit)
            case "*" where !isEscaped: places.append(.any)
            default: places.append(.itself(scalar))
            }
            isEscaped = false
        }
        guard !isEscaped, (1...Self.limit).contains(places.count) else { return nil }
        self.text = text
        self.places = places
    }

    /// The number of characters that a value has.
    public var count: Int { places.count }

    /// Returns whether a text in composed form (NFC) has exactly these characters.
    public func accepts(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.count == places.count && zip(scalars, places).allSatisfy { Self.fits($0, $1) }
    }

    private static func fits(_ scalar: Unicode.Scalar, _ place: Place) -> Bool {
        switch place {
        case .digit: return ("0"..."9").contains(scalar)
        case .any: return true
        case .itself(let expected): return scalar == expected
        case .letter:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
            default: return false
            }
        }
    }
}
