public import FailureModel
import FormModel
import Foundation

/// What became of one record of a batch.
public struct BatchResult: Sendable, Hashable {
    /// The record's place among all, from 1.
    public var row: Int
    /// Where it begins in the file of rows, from 1.
    public var line: Int
    public var outcome: Outcome

    public enum Outcome: Sendable, Hashable {
        /// The filled form was written.
        case filled(file: String, warnings: [String])
        /// An earlier run of the same batch has written it.
        case filledBefore(file: String)
        case failed(Failure)
    }
}

/// The figures of a batch at its end.
public struct BatchSummary: Sendable, Hashable {
    /// Records filled by this run.
    public internal(set) var filled = 0
    /// Records that an earlier run had filled.
    public internal(set) var filledBefore = 0
    public internal(set) var failed = 0
    public internal(set) var duration = Duration.zero

    public var rows: Int { filled + filledBefore + failed }

    /// Records filled in a second of this run.
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

/// How far a batch has come.
public struct BatchProgress: Sendable, Hashable {
    public var summary: BatchSummary
    /// Of the file of rows.
    public var bytesRead: Int
}
