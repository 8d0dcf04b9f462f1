import FormModel
import Tesseract

extension PageAnswers {
    /// Maximum confidence in characters that were read one by one.
    private static let single = 0.8
    /// The confidence of single characters below which they are taken for handwriting.
    private static let print = 0.35

    /// Returns what text recognition reads in a comb, cell by cell.
    func recognised(comb edges: [Double], of field: Field, _ ink: FieldInk) throws -> AnswerCell {
        guard let comb = CombInk(ink.written, edges: edges, of: field.region) else {
            return AnswerCell(text: "", confidence: 0.8, reason: .empty)
        }
        return try recognisers.withRecogniser { recogniser in
            let line = try InkReading(comb.line, layout: .line, by: recogniser) {
                $0.filter { !$0.isWhitespace }.count == comb.cells.count
            }
            var (texts, confidence) = (line.text.filter { !$0.isWhitespace }.map(String.init), line.confidence)
            if texts.isEmpty {
                let single = try comb.pictures.map { try InkReading($0, layout: .character, by: recogniser) }
                texts = single.map { String($0.text.prefix(1)) }
                confidence = min(Self.single, single.map(\.confidence).min() ?? 0)
            }
            guard confidence >= Self.print, texts.contains(where: { !$0.isEmpty }) else {
                return AnswerCell(text: "", confidence: 0.2, reason: .handwriting)
            }
            var cells = [String](repeating: " ", count: edges.count - 1)
            for (cell, text) in zip(comb.cells, texts) where !text.isEmpty { cells[cell] = text }
            let first = comb.cells.first ?? 0
            let last = comb.cells.last ?? 0
            return AnswerCell(text: cells[first...last].joined(), confidence: confidence, reason: .recognised)
        }
    }
}
