import FailureModel
import FormReading
import Foundation
import PipelineProcesses

/// What a process that reads copies reports, a line of JSON each.
enum CopyMessage: Codable {
    /// The form is prepared.
    case ready
    /// A part of a copy is read.
    case progress
    /// The form of the copy, in answer to a task without one.
    case form(CopyTask.KnownForm)
    /// The copies in the next file.
    case answers([ReadCopy])
    /// The next file cannot be read, or, before the form is ready, the form.
    case failed(Failure)
}

/// A copy as another process read it.
struct ReadCopy: Codable, Sendable {
    /// The texts of cells and how they were read.
    struct Cell: Codable, Sendable {
        var text: String
        var confidence: Double
        var reason: AnswerCell.Reason
        /// A PNG of a doubtful cell.
        var picture: Data?
    }

    var source: Answer.Source
    /// The pages of the file (0-based).
    var pages: [Int]
    /// The pages of the file that belong to no copy (0-based).
    var otherPages: [Int]
    var cells: [Cell]

    init(_ answer: Answer, pictures: Bool) throws {
        source = answer.source
        (pages, otherPages) = (answer.pages, answer.otherPages)
        cells = try answer.cells.map { cell in
            Cell(
                text: cell.text, confidence: cell.confidence, reason: cell.reason,
                picture: pictures ? try cell.pictureData() : nil)
        }
    }

    /// Returns the answer without its pictures.
    func answer(named fileName: String) -> Answer {
        Answer(
            fileName: fileName, source: source, pages: pages,
            cells: cells.map { AnswerCell(text: $0.text, confidence: $0.confidence, reason: $0.reason) })
    }
}
