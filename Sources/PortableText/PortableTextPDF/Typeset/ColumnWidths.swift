import Typesetting

/// Distributes the width of a table among its columns by text length.
struct ColumnWidths {
    /// The width of an average letter as a fraction of the font size.
    private static let averageLetter = 0.58

    /// The longest word of each column in letters, which should not be broken.
    private var words: [Double]
    /// The longest line of each column in letters.
    private var lines: [Double]
    /// The reference font size in points; letters of other sizes count in proportion.
    private let size: Double

    /// The horizontal padding of a cell, in letters.
    private static let padding = 3.0
    /// Maximum line length that counts, since longer lines are broken anyway.
    private static let longestLine = 60.0

    init(count: Int, size: Double) {
        self.size = size
        words = [Double](repeating: 1, count: count)
        lines = words
    }

    /// Accounts for a paragraph of a cell.
    mutating func add(_ paragraph: Paragraph, to column: Int) {
        var word = 0.0
        var line = 0.0
        for run in paragraph.runs {
            let letter = run.style.size / size * (run.style.weight > 500 ? Self.bold : 1)
            // Soft hyphens are visible at the ends of lines only.
            for scalar in run.text.unicodeScalars where scalar != "\u{AD}" {
                word += letter
                line += letter
                if scalar == "\n" { line = 0 }
                if scalar == "\n" || scalar == " " { word = 0 }
                words[column] = max(words[column], word)
                lines[column] = max(lines[column], line)
            }
        }
    }

    /// The width of a bold letter relative to a normal one.
    private static let bold = 1.12

    /// Returns the widths of the columns for a total width in points.
    ///
    /// Each column gets the width of its longest word, and longer lines get more of the rest.
    func shares(of points: Double) -> [Double] {
        let width = points / (size * Self.averageLetter)
        let least = words.map { min($0, Self.longestLine) + Self.padding }
        let wanted = zip(lines, least).map { max(0, min($0, Self.longestLine) + Self.padding - $1) }
        let rest = max(0, width - least.reduce(0, +))
        let sum = wanted.reduce(0, +)
        return zip(least, wanted).map { least, wanted in least + (sum > 0 ? rest * wanted / sum : 0) }
    }
}
