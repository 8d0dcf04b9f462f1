import FailureModel
import FormModel
package import FormReading
import Foundation

/// The cells of a filled copy, as they were read.
package struct AnswerCells: Sendable, Codable {
    /// A cell.
    package struct Cell: Sendable, Codable {
        /// The name of the field.
        package var field: String
        /// The words beside the field, or the question.
        package var label: String
        /// The page of the form (0-based).
        package var page: Int
        /// The texts that the cell may have; nil for any text.
        package var options: [String]?
        /// The text as `fill` takes it.
        package var text: String
        /// The confidence from 0 to 1.
        package var confidence: Double
        /// How the text was found, or why it is empty.
        package var reason: AnswerCell.Reason
        /// The place of the picture of a doubtful cell among the bytes of pictures.
        package var picture: Range<Int64>?

        /// Whether a person should look at the cell.
        package var isDoubtful: Bool { confidence < AnswerCell.leastConfidence }
    }

    /// Where the values come from.
    package var source: Answer.Source
    /// The cells in the order of the form's fields.
    package var cells: [Cell]

    /// Returns the cells of an answer, and the bytes of their pictures.
    static func storing(_ answer: Answer, _ columns: [AnswerColumn]) throws -> (AnswerCells, pictures: Data) {
        var pictures = Data()
        let cells = try zip(columns, answer.cells).map { column, cell in
            var place: Range<Int64>?
            if cell.isDoubtful, let picture = try cell.pictureData() {
                place = Int64(pictures.count)..<Int64(pictures.count + picture.count)
                pictures += picture
            }
            return Cell(
                field: column.name, label: column.label, page: column.fields.first?.page ?? 0,
                options: column.answers, text: cell.text, confidence: (cell.confidence * 1000).rounded() / 1000,
                reason: cell.reason, picture: place)
        }
        return (AnswerCells(source: answer.source, cells: cells), pictures)
    }
}
