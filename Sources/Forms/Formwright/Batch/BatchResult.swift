public import FailureModel
import FormModel
import Foundation

/// The outcome of one record of a batch.
public struct BatchResult: Sendable, Hashable {
    /// The number of the record (1-based).
    public var row: Int
    /// The line in the file of rows where the record begins (1-based).
    public var line: Int
    /// The outcome of the record.
    public var outcome: Outcome

    /// The outcome of a record.
    public enum Outcome: Sendable, Hashable {
        /// The filled form was written.
        case filled(file: String, warnings: [String])
        /// The filled form was written by an earlier run of the same batch.
        case filledBefore(file: String)
        /// The record was not filled.
        case failed(Failure)
    }
}

/// The figures of a batch.
public struct BatchSummary: Sendable, Hashable {
    /// The number of records filled by this run.
    public internal(set) var filled = 0
    /// The number of records that an earlier run had filled.
    public internal(set) var filledBefore = 0
    /// The number of records that failed.
    public internal(set) var failed = 0
    /// The columns that can only name files, since they match several fields, or none.
    public internal(set) var unfilledColumns: [String] = []
    /// Notes on how the table was read, such as its encoding and skipped lines.
    ///
    /// Skipped lines are above the header and below the table.
    public internal(set) var notes: [String] = []
    /// The duration of the run.
    public internal(set) var duration = Duration.zero

    /// The total number of records.
    public var rows: Int { filled + filledBefore + failed }

    /// The number of records filled per second of this run.
    public var rate: Double {
        let seconds = duration / .seconds(1)
        return seconds > 0 ? Double(filled) / seconds : 0
    }

    mutating func count(_ outcome: BatchResult.Outcome) {
        switch outcome {
        case .filled: filled += 1
        case .filledBefore: filledBefore += 1
        case .failed: failed += 1
        }
    }
}

/// The progress of a batch.
public struct BatchProgress: Sendable, Hashable {
    /// The figures so far.
    public var summary: BatchSummary
    /// The number of bytes read from the file of rows.
    public var bytesRead: Int
}
