import FormDetection
import FormModel

/// The ink in a comb's cells, rearranged as one line of text.
///
/// Text recognition takes characters that stand apart for words or noise; close together they are a line.
struct CombInk {
    /// The line, with a white margin.
    let line: GrayImage
    /// The cells that are written in, from the left.
    let cells: [Int]
    /// The same cells one by one.
    let pictures: [GrayImage]

    /// Minimum number of pixels of ink of a character, such as a full stop.
    private static let leastInk = 6
    /// The gaps between characters and between words, as shares of the height of the ink.
    private static let gaps = (characters: 0.18, words: 0.7)

    /// Reads the cells of a field's ink; nil if none is written in.
    ///
    /// - Parameters:
    ///   - written: the ink that the blank does not have; see ``FieldInk``.
    ///   - edges: the left edges of the cells and the right edge of the last, on the blank's page.
    ///   - field: the field on the blank's page.
    init?(_ written: GrayImage, edges: [Double], of field: Region) {
        func column(_ x: Double) -> Int {
            let column = (x - field.x + FieldInk.reach) * FieldInk.scale + Double(FieldInk.margin)
            return max(0, min(written.width, Int(column.rounded())))
        }
        var found: [(cell: Int, columns: Range<Int>, rows: Range<Int>)] = []
        for (cell, (left, right)) in zip(edges, edges.dropFirst()).enumerated() {
            let range = column(left)..<max(column(left), column(right))
            if let ink = Self.ink(in: written, range) { found.append((cell, ink.columns, ink.rows)) }
        }
        guard let top = found.map(\.rows.lowerBound).min(), let bottom = found.map(\.rows.upperBound).max() else {
            return nil
        }
        let rows = max(0, top - 2)..<min(written.height, bottom + 2)
        var pieces: [Range<Int>] = []
        var gaps: [Int] = []
        for (place, ink) in found.enumerated() {
            pieces.append(max(0, ink.columns.lowerBound - 1)..<min(written.width, ink.columns.upperBound + 1))
            let isWord = place > 0 && ink.cell - found[place - 1].cell > 1
            let gap = isWord ? Self.gaps.words : Self.gaps.characters
            gaps.append(place == 0 ? 0 : max(2, Int((gap * Double(bottom - top)).rounded())))
        }
        cells = found.map(\.cell)
        line = Self.picture(of: pieces, gaps, rows, in: written)
        pictures = pieces.map { Self.picture(of: [$0], [0], rows, in: written) }
    }

    /// Returns the columns and rows with ink in a cell.
    private static func ink(in picture: GrayImage, _ range: Range<Int>) -> (columns: Range<Int>, rows: Range<Int>)? {
        var (count, left, right, top, bottom) = (0, Int.max, 0, Int.max, 0)
        for row in 0..<picture.height {
            for column in range where picture[column, row] < FieldInk.dark {
                count += 1
                (left, right) = (min(left, column), max(right, column + 1))
                (top, bottom) = (min(top, row), max(bottom, row + 1))
            }
        }
        return count < leastInk ? nil : (left..<right, top..<bottom)
    }

    /// Puts pieces of a picture side by side.
    private static func picture(
        of pieces: [Range<Int>], _ gaps: [Int], _ rows: Range<Int>, in picture: GrayImage
    ) -> GrayImage {
        let margin = FieldInk.margin
        let width = 2 * margin + pieces.reduce(0) { $0 + $1.count } + gaps.reduce(0, +)
        let height = 2 * margin + rows.count
        var line = GrayImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: width * height))
        var start = margin
        for (piece, gap) in zip(pieces, gaps) {
            start += gap
            for row in rows {
                for column in piece {
                    line[start + column - piece.lowerBound, margin + row - rows.lowerBound] = picture[column, row]
                }
            }
            start += piece.count
        }
        return line
    }
}
