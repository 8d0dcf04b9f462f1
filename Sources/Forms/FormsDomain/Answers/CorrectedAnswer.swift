/// The cells of a filled copy with the corrections that people made.
package struct CorrectedAnswer: Sendable {
    /// The cells as they were read.
    package let cells: AnswerCells
    /// The corrected values by field.
    package let corrections: [String: String]

    init(_ cells: AnswerCells, _ corrections: [String: String]) {
        self.cells = cells
        self.corrections = corrections
    }

    /// Returns the value of a cell.
    package func text(of cell: AnswerCells.Cell) -> String { corrections[cell.field] ?? cell.text }

    /// Returns whether a person should look at a cell.
    package func isDoubtful(_ cell: AnswerCells.Cell) -> Bool { cell.isDoubtful && corrections[cell.field] == nil }

    /// The number of cells that a person should look at.
    var doubtful: Int { cells.cells.count(where: isDoubtful) }
}
