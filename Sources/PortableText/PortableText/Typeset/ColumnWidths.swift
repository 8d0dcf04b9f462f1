import Typesetting

/// Distributes the width of a table among its columns by the lengths of their texts.
struct ColumnWidths {
    /// The width of an average letter as a share of the font's size.
    private static let averageLetter = 0.58

    /// The longest word of each column in letters, which should stay on one line.
    private var words: [Double]
    /// The longest line of each column in letters.
    private var lines: [Double]
    /// The size of the letters that are counted, in points; those of other sizes count more or less.
    private let size: Double

    /// The room that the edges of a cell take, in letters.
    private static let padding = 3.0
    /// The longest line that counts: longer ones are broken anyway.
    private static let longestLine = 60.0

    init(count: Int, size: Double) {
        self.size = size
        words = [Double](repeating: 1, count: count)
        lines = words
    }

    /// Takes a paragraph of a cell into account.
    mutating func add(_ paragraph: Paragraph, to column: Int) {
        var word = 0.0
        var line = 0.0
        for run in paragraph.runs {
            let letter = run.style.size / size * (run.style.weight > 500 ? Self.bold : 1)
            for byte in run.text.utf8 {
                // Only the first byte of a letter counts.
                if byte & 0xC0 != 0x80 {
                    word += letter
                    line += letter
                }
                if byte == UInt8(ascii: "\n") { line = 0 }
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: " ") { word = 0 }
                words[column] = max(words[column], word)
                lines[column] = max(lines[column], line)
            }
        }
    }

    /// The width of a bold letter relative to a normal one.
    private static let bold = 1.12

    /// Returns the shares of the columns in a width in points: as much as the longest word needs, and of the rest more for
    /// columns with longer lines.
    func shares(of points: Double) -> [Double] {
        let width = points / (size * Self.averageLetter)
        let least = words.map { min($0, Self.longestLine) + Self.padding }
        let wanted = zip(lines, least).map { max(0, min($0, Self.longestLine) + Self.padding - $1) }
        let rest = max(0, width - least.reduce(0, +))
        let sum = wanted.reduce(0, +)
        return zip(least, wanted).map { least, wanted in least + (sum > 0 ? rest * wanted / sum : 0) }
    }
}
