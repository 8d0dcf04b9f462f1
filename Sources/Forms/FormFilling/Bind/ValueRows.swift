public import FailureModel
import FormModel
import Foundation

/// One record of a table: its values, or the error in it.
public struct ValueRow: Sendable, Hashable {
    /// The record number (1-based), which also counts invalid records.
    public var number: Int
    /// The line where the record begins (1-based).
    public var line: Int
    /// The values, or the reason why the record is invalid.
    public var entries: Result<[ValueEntry], Failure>
    /// The cells under the columns of a table.
    ///
    /// It is nil if the record has none, or not all of it can be put there.
    package var cells: [String]?

    /// Creates a record.
    public init(number: Int, line: Int, entries: Result<[ValueEntry], Failure>) {
        self.number = number
        self.line = line
        self.entries = entries
    }
}

/// A sequence of records to fill a form with.
public protocol ValueRows: Sendable {
    /// The keys of all records; nil if each record has its own.
    var keys: [String]? { get }

    /// The number of bytes read so far.
    var bytesRead: Int { get }

    /// Notes on how the table was read, such as on lines that were skipped.
    ///
    /// They are complete when all records have been read.
    var notes: [String] { get }

    /// Returns the next record, valid or not, or nil at the end.
    ///
    /// - Throws: `input_unreadable`, after which there are no more records.
    mutating func next() throws(Failure) -> ValueRow?
}

extension ValueRows {
    /// No notes.
    public var notes: [String] { [] }
}
