public import FailureModel
import FormModel
import Foundation

/// One record of a table: its values, or what is wrong with it.
public struct ValueRow: Sendable, Hashable {
    /// The record's number, from 1; bad records count too.
    public var number: Int
    /// The line on which it begins, from 1.
    public var line: Int
    /// The values, or why the record cannot be read.
    public var entries: Result<[ValueEntry], Failure>

    /// Creates a record.
    public init(number: Int, line: Int, entries: Result<[ValueEntry], Failure>) {
        self.number = number
        self.line = line
        self.entries = entries
    }
}

/// Records to fill a form with, read one after the other.
public protocol ValueRows: Sendable {
    /// The keys of all records; nil if each record has its own.
    var keys: [String]? { get }

    /// The number of bytes read so far.
    var bytesRead: Int { get }

    /// What a person should know about how the table was read, such as lines below it that were not; complete when all
    /// records have been read.
    var notes: [String] { get }

    /// Returns the next record, valid or not, or nil at the end.
    ///
    /// - Throws: `input_unreadable`, after which there are no more records.
    mutating func next() throws(Failure) -> ValueRow?
}

extension ValueRows {
    /// Nothing.
    public var notes: [String] { [] }
}
