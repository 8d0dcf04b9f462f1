package import FailureModel
import Files
package import FormFilling
import FormModel
package import Foundation
import LibCrypto
import Synchronization

/// A table of the failed rows of a batch.
///
/// A person corrects it and runs it again.
///
/// The table is CSV in UTF-8 with the columns of the batch's own table, the number of each row and the reason of its
/// failure. Rows stand in their order. A row that could not be read has no values. What a spreadsheet program would take
/// for a formula is guarded (``SpreadsheetText``).
package final class FailedRows: Sendable {
    private struct State {
        /// The cells of rows that were read and have no outcome yet.
        var pending: [Int: [String]?] = [:]
        /// The lines of failed rows behind one without an outcome.
        var lines: [Int: String] = [:]
        /// The text that is not written yet.
        var text = ""
        var count = 0
        var output: GrowingFile?
        var hash = SHA256()
        /// The failure of writing, after which nothing is written.
        var failure: Failure?
    }

    private let state = Mutex(State())
    private let keys: [String]
    private let columns: FailedColumns
    private let separator: Character
    private let place: FailedFile

    /// The number of characters that are written together.
    private static let blockSize = 1 << 20

    /// Prepares a table; nil for rows without common columns.
    ///
    /// - Parameters:
    ///   - rows: the rows of the batch, which ``recording(_:)`` passes on.
    ///   - url: the file, which is numbered if another one has its name.
    ///   - batch: what distinguishes the batch from others with the same file.
    ///   - table: the batch's own table; nil for standard input.
    package init?(of rows: any ValueRows, at url: URL, batch: String, table: URL?) {
        guard let keys = rows.keys else { return nil }
        self.keys = keys
        columns = FailedColumns(besides: keys)
        separator = (rows as? RetriedRows)?.separator ?? (rows as? CSVRows)?.separator ?? ","
        place = FailedFile(url, batch: batch, table: table)
    }

    /// Returns rows that are noted as they are read.
    package func recording(_ rows: any ValueRows) -> any ValueRows { RecordedRows(rows: rows, record: self) }

    fileprivate func read(_ row: ValueRow) {
        state.withLock { $0.pending[row.number] = .some(row.cells) }
    }

    /// Takes the outcome of a row.
    package func take(_ result: BatchResult) {
        state.withLock { state in
            guard let cells = state.pending.removeValue(forKey: result.row) else { return }
            if case .failed(let failure) = result.outcome {
                state.count += 1
                let reason = failure.all.map(\.message).joined(separator: " ")
                let own = cells ?? Array(repeating: "", count: keys.count)
                state.lines[result.row] = line(own + [String(result.row), reason])
            }
            guard !state.lines.isEmpty else { return }
            let first = state.pending.keys.min() ?? .max
            for row in state.lines.keys.filter({ $0 < first }).sorted() {
                if let line = state.lines.removeValue(forKey: row) { state.text += line }
            }
            if state.text.utf8.count > Self.blockSize { write(&state) }
        }
    }

    /// Writes the table, or removes an outdated one of an earlier run.
    ///
    /// - Parameter isComplete: whether all rows have an outcome; if not, a table of an earlier run is kept, which may have
    ///   more of them.
    /// - Returns: the file; nil if no row failed.
    /// - Throws: `output_unwritable` or `disk_full`.
    package func finish(isComplete: Bool) throws(Failure) -> URL? {
        let result: Result<URL?, Failure> = state.withLock { state in
            if !isComplete, place.isTaken { return .success(nil) }
            for row in state.lines.keys.sorted() {
                if let line = state.lines.removeValue(forKey: row) { state.text += line }
            }
            if state.count > 0 { write(&state) }
            if let failure = state.failure { return .failure(failure) }
            do throws(Failure) {
                try state.output?.finish()
                if state.output != nil { try place.mark(Hexadecimal.text(state.hash.finalize())) }
                if isComplete { place.removeOthers(isWritten: state.output != nil) }
                return .success(state.output == nil ? nil : place.url)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func write(_ state: inout State) {
        guard state.failure == nil else { return }
        do throws(Failure) {
            var text = state.text
            state.text = ""
            if state.output == nil {
                state.output = try GrowingFile(at: place.url)
                // Spreadsheet programs recognise UTF-8 by the mark.
                text = "\u{FEFF}" + line(keys + [columns.row, columns.error], quotesAll: true) + text
            }
            let bytes = Data(text.utf8)
            state.hash.update(data: bytes)
            try state.output?.append(bytes)
        } catch {
            state.failure = error
        }
    }

    private func line(_ cells: [String], quotesAll: Bool = false) -> String {
        cells.map(SpreadsheetText.guarded).map { cell in
            let needsQuotes =
                quotesAll || cell.first?.isWhitespace == true || cell.last?.isWhitespace == true
                || cell.contains { $0 == separator || $0 == "\"" || $0.isNewline }
            return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: String(separator)) + "\r\n"
    }
}

/// Rows that are noted for the table of failed ones.
private struct RecordedRows: ValueRows {
    var rows: any ValueRows
    let record: FailedRows

    var keys: [String]? { rows.keys }
    var bytesRead: Int { rows.bytesRead }
    var notes: [String] { rows.notes }

    mutating func next() throws(Failure) -> ValueRow? {
        let row = try rows.next()
        if let row { record.read(row) }
        return row
    }
}
