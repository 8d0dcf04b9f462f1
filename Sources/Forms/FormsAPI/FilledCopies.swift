public import Foundation

/// How far a filled copy of a form is read.
public enum FilledCopyState: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is waiting or being read.
    case reading
    /// Its cells are known.
    case read
    /// It is no copy of the form.
    case unknownForm = "unknown_form"
    /// It is a copy of another edition of the form.
    case otherEdition = "other_edition"
    /// It cannot be read, such as a damaged file.
    case failed
}

/// A filled copy of a form of the office.
public struct FilledCopySummary: Sendable, Hashable, Codable, Identifiable {
    /// The copy's ID.
    public var id: UUID
    /// The name of the file.
    public var fileName: String
    /// How far it is read.
    public var state: FilledCopyState
    /// The number of cells; nil before they are known.
    public var cells: Int?
    /// The number of doubtful cells that nobody has corrected; nil before they are known.
    public var doubtful: Int?
    /// Why it is not read.
    public var failure: FailureSummary?
    /// The group that it belongs to; nil for the copies of a user.
    public var group: String?
    /// When it was added.
    public var addedAt: Date
    /// The version of the cells, for `If-Match` in a correction; 0 before they are known.
    public var version: Int

    /// Creates a summary.
    public init(
        id: UUID, fileName: String, state: FilledCopyState, cells: Int?, doubtful: Int?, failure: FailureSummary?,
        group: String?, addedAt: Date, version: Int
    ) {
        self.id = id
        self.fileName = fileName
        self.state = state
        self.cells = cells
        self.doubtful = doubtful
        self.failure = failure
        self.group = group
        self.addedAt = addedAt
        self.version = version
    }
}

/// A page of the filled copies of a form.
public struct FilledCopyPage: Sendable, Hashable, Codable {
    /// The copies, newest first.
    public var answers: [FilledCopySummary]
    /// The number of all copies.
    public var total: Int
    /// The value of `before` for the next page; nil at the end.
    public var next: Int64?

    /// Creates a page.
    public init(answers: [FilledCopySummary], total: Int, next: Int64?) {
        self.answers = answers
        self.total = total
        self.next = next
    }
}

/// Filled copies that were added by one request.
public struct AddedCopies: Sendable, Hashable, Codable {
    /// The copies, in the order of the files.
    public var answers: [FilledCopySummary]

    /// Creates a list.
    public init(answers: [FilledCopySummary]) { self.answers = answers }
}

/// A cell of a filled copy.
public struct FilledCell: Sendable, Hashable, Codable {
    /// The name of the field.
    public var field: String
    /// The words beside the field, or the question.
    public var label: String
    /// The page of the form, from 0.
    public var pageIndex: Int
    /// What the cell may hold; nil for any text.
    public var options: [String]?
    /// The value: the correction, or what was read.
    public var value: String
    /// The confidence in what was read, from 0 to 1.
    public var confidence: Double
    /// How the value was read, or why it is empty.
    public var reason: String
    /// Whether a person should look at the cell.
    public var isDoubtful: Bool
    /// Whether a person has corrected or confirmed the cell.
    public var isCorrected: Bool
    /// The path of a picture of the cell; nil without one.
    public var pictureUrl: String?

    /// Creates a cell.
    public init(
        field: String, label: String, pageIndex: Int, options: [String]?, value: String, confidence: Double,
        reason: String, isDoubtful: Bool, isCorrected: Bool, pictureUrl: String?
    ) {
        self.field = field
        self.label = label
        self.pageIndex = pageIndex
        self.options = options
        self.value = value
        self.confidence = confidence
        self.reason = reason
        self.isDoubtful = isDoubtful
        self.isCorrected = isCorrected
        self.pictureUrl = pictureUrl
    }
}

/// A filled copy with its cells.
public struct FilledCopyDetail: Sendable, Hashable, Codable {
    /// The copy.
    public var answer: FilledCopySummary
    /// The cells in the order of the form's fields; empty before they are known.
    public var cells: [FilledCell]

    /// Creates a detail.
    public init(answer: FilledCopySummary, cells: [FilledCell]) {
        self.answer = answer
        self.cells = cells
    }
}

/// The format of a table of filled copies.
public enum AnswerTableFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Comma-separated values.
    case csv
    /// A workbook.
    case xlsx
    /// JSON Lines.
    case jsonl
}

/// What heads the columns of a table of filled copies.
public enum AnswerTableHeadings: String, Sendable, Hashable, Codable, CaseIterable {
    /// The names of the fields.
    case names
    /// The labels of the fields.
    case labels
}
