import FailureModel
import Files
import FormModel
import Foundation

/// The machine-readable outcome of every row of a batch.
///
/// It is written as JSON Lines in row order. It contains no values except those in file names.
enum BatchReport {
    private struct Line: Codable {
        var row: Int
        /// The line in the file of rows (1-based).
        var line: Int
        /// `filled` or `failed`.
        var status: String
        var file: String?
        var code: ErrorCode?
        var message: String?
        var fields: [String]?
        var warnings: [String]?

        init(_ entry: BatchJournal.Entry) {
            row = entry.row
            line = entry.line
            status = entry.code == nil ? "filled" : "failed"
            file = entry.file
            code = entry.code
            message = entry.message
            fields = entry.fields
            warnings = entry.warnings
        }
    }

    static func write(_ entries: [Int: BatchJournal.Entry], to url: URL) throws {
        var text = Data()
        for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += try JSONText.line(Line(entry))
        }
        try OutputFile.write(text, to: url)
    }
}
