import Values

/// A character that no installed font has, for which “�” stands in a book.
package struct MissingCharacter: Hashable, Sendable, Codable {
    /// The code point, such as `U+10FF00`.
    package var character: String
    /// Where it stands first, in words such as `the cover`.
    package var place: String
}

extension PageCanvas {
    /// Returns the characters that no font had since the last call; `place` says where they stand.
    package func takeMissingCharacters(at place: String) -> [MissingCharacter] {
        takeWarnings().compactMap { warning in
            guard case .missingGlyph(let scalar) = warning else { return nil }
            return MissingCharacter(character: scalar.codePoint, place: place)
        }
    }
}
