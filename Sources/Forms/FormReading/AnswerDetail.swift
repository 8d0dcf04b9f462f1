import FormModel

/// How a cell of a table of answers was read, without its value.
package struct AnswerDetail: Sendable, Encodable {
    package var file: String
    package var field: String
    /// The page of the form, from 1.
    package var page: Int
    package var confidence: Double
    package var reason: AnswerCell.Reason
    package var isDoubtful: Bool
    package var picture: String?

    /// Describes a cell of a file.
    package init(file: String, column: AnswerColumn, cell: AnswerCell, picture: String?) {
        self.file = file
        field = column.name
        page = (column.fields.first?.page ?? 0) + 1
        confidence = (cell.confidence * 1000).rounded() / 1000
        reason = cell.reason
        isDoubtful = cell.isDoubtful
        self.picture = picture
    }
}
