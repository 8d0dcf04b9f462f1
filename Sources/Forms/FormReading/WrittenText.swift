package import FormModel
import Foundation
package import KnownForms

/// The characters in a field that the blank does not print.
///
/// Their places are those on the blank's page.
package struct WrittenText {
    /// A run of characters without a space.
    package struct Piece {
        package var text: String
        package var characters: [(Character, Place)]
        package var region: Region
        package var confidence: Double

        package init(text: String, characters: [(Character, Place)], region: Region, confidence: Double) {
            self.text = text
            self.characters = characters
            self.region = region
            self.confidence = confidence
        }
    }

    private(set) var pieces: [Piece] = []

    package init() {}

    /// Adds a run of characters, with ligatures as the letters that they stand for.
    package mutating func add(_ piece: Piece) {
        var piece = piece
        piece.characters = piece.characters.flatMap { character, place in
            Self.letters(character).map { ($0, place) }
        }
        piece.text = String(piece.characters.map(\.0))
        pieces.append(piece)
    }

    /// Returns the letters of a typographic ligature, or the character itself.
    private static func letters(_ character: Character) -> String {
        guard let scalar = character.unicodeScalars.first, ("\u{FB00}"..."\u{FB06}").contains(scalar) else {
            return String(character)
        }
        return String(character).precomposedStringWithCompatibilityMapping
    }

    /// The least confidence of the pieces.
    var confidence: Double { pieces.map(\.confidence).min() ?? 1 }

    /// Minimum share of the smaller of two pieces that stand in one place.
    private static let leastOverprint = 0.6

    /// Whether a piece stands where another one does.
    var hasOverprint: Bool {
        let regions = pieces.map(\.region)
        return regions.indices.contains { index in
            regions[..<index].contains { other in
                guard let shared = other.intersection(regions[index])?.area else { return false }
                return shared > Self.leastOverprint * min(other.area, regions[index].area)
            }
        }
    }

    /// Returns the text of a field, line by line.
    func text(in field: Field) -> String {
        if let edges = field.combEdges, edges.count > 2 { return cells(edges) }
        return lines.joined(separator: field.type == .multiline ? "\n" : " ")
    }

    /// The texts of the lines from top to bottom.
    package var lines: [String] {
        var lines: [[Piece]] = []
        for piece in pieces.sorted(by: { $0.region.midY < $1.region.midY }) {
            if let last = lines.last?.last,
                piece.region.midY - last.region.midY < 0.5 * max(piece.region.height, last.region.height)
            {
                lines[lines.count - 1].append(piece)
            } else {
                lines.append([piece])
            }
        }
        return lines.map { $0.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ") }
    }

    /// Returns the characters of a comb, cell by cell.
    ///
    /// An empty cell between others is a space.
    private func cells(_ edges: [Double]) -> String {
        var cells = [String](repeating: "", count: edges.count - 1)
        let characters = pieces.flatMap(\.characters).sorted { $0.1.x < $1.1.x }
        for (character, place) in characters {
            guard let next = edges.firstIndex(where: { $0 > place.x }), next > 0 else { continue }
            cells[next - 1].append(character)
        }
        let last = cells.lastIndex { !$0.isEmpty } ?? -1
        let first = cells.firstIndex { !$0.isEmpty } ?? 0
        guard last >= first else { return "" }
        return cells[first...last].map { $0.isEmpty ? " " : $0 }.joined()
    }
}
