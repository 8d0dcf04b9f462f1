import Values

/// A character missing in all installed fonts, replaced by “�” in a book.
package struct MissingCharacter: Hashable, Sendable, Codable {
    /// The code point, such as `U+10FF00`.
    package var character: String
    /// The place of its first occurrence in words, such as `the cover`.
    package var place: String
}

extension PageCanvas {
    /// Returns the characters missing in all fonts since the last call, with their place.
    package func takeMissingCharacters(at place: String) -> [MissingCharacter] {
        takeWarnings().compactMap { warning in
            guard case .missingGlyph(let scalar) = warning else { return nil }
            return MissingCharacter(character: scalar.codePoint, place: place)
        }
    }
}
