import FormDetection
import FormModel
import Foundation
import KnownForms

/// A page of the blank form: what is printed on it, and its fields.
struct BlankPage: Sendable {
    let known: KnownPage
    /// The centres of printed characters on the displayed page.
    private let characters: [Character: [Place]]
    /// The straightened page as bits, row by row, where 1 is ink.
    private let bits: [UInt64]
    private let width: Int
    private let height: Int
    /// Pixels per point.
    private let scale: Double

    /// The brightness below which a pixel is ink, with the soft edges of print.
    private static let inkLevel: UInt8 = 200
    /// Maximum distance in points of a character from the same one on the blank.
    private static let tolerance = 2.0

    /// Reads a page; it blocks.
    init(_ content: PageContent, fields: [Field]) throws {
        let read = try PageReader.straightened(content)
        known = KnownPage(form: UUID(), page: content.page, print: PagePrint(of: read), fields: fields)
        var characters: [Character: [Place]] = [:]
        for word in content.words {
            for (character, region) in zip(word.text, word.characters) {
                characters[character, default: []].append(Place(region.midX, region.midY))
            }
        }
        self.characters = characters
        (width, height, scale) = (read.image.width, read.image.height, read.scale)
        var bits = [UInt64](repeating: 0, count: (read.image.pixels.count + 63) / 64)
        for (index, level) in read.image.pixels.enumerated() where level < Self.inkLevel {
            bits[index >> 6] |= 1 << UInt64(index & 63)
        }
        self.bits = bits
    }

    /// Returns whether the blank has a character at a place of the displayed page.
    func prints(_ character: Character, at place: Place) -> Bool {
        (characters[character] ?? []).contains {
            abs($0.x - place.x) < Self.tolerance && abs($0.y - place.y) < Self.tolerance
        }
    }

    /// Returns the characters printed in a region of the displayed page, from left to right.
    ///
    /// Underscores and spaces are left out.
    func print(in region: Region) -> String {
        let inside = characters.filter { !$0.key.isWhitespace && $0.key != "_" }.flatMap { character, places in
            places.filter { region.contains(x: $0.x, y: $0.y) }.map { (character, $0.x) }
        }
        return String(inside.sorted { $0.1 < $1.1 }.map(\.0))
    }

    /// Returns whether the blank has ink near a place of the displayed page.
    func hasInk(near place: Place, pixels: Int) -> Bool {
        let upright = known.print.straightening.straightened(place)
        let (x, y) = (Int((upright.x * scale).rounded(.down)), Int((upright.y * scale).rounded(.down)))
        for dy in -pixels...pixels {
            for dx in -pixels...pixels where isInk(x + dx, y + dy) { return true }
        }
        return false
    }

    private func isInk(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, y >= 0, x < width, y < height else { return false }
        let index = y * width + x
        return bits[index >> 6] >> UInt64(index & 63) & 1 == 1
    }
}
