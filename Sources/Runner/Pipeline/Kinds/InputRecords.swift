public import FailureModel

/// The records of a file of inputs, each for one fill.
public protocol InputRecords: Sendable {
    /// Whether the names of results include the record's number, as for tables.
    var numbersRecords: Bool { get }
    /// Returns the next record; `nil` at the end.
    ///
    /// - Throws: `Failure` if the rest of the file cannot be read.
    mutating func next() throws -> InputRecord?
    /// Remarks on how the file was read, such as its encoding.
    ///
    /// They are complete when all records have been read.
    var notes: [String] { get }
}

extension InputRecords {
    /// No remarks.
    public var notes: [String] { [] }
}

/// The inputs of one fill, or the reason why they are unusable.
public struct InputRecord: Sendable {
    /// The record's number, from 1.
    public var number: Int
    /// The first line of the record, from 1; `nil` if it is the whole file.
    public var line: Int?
    /// The inputs to freeze, or the failure of this record.
    public var inputs: Result<[PipelineClient.Input], Failure>

    /// Creates a record.
    public init(number: Int, line: Int?, inputs: Result<[PipelineClient.Input], Failure>) {
        self.number = number
        self.line = line
        self.inputs = inputs
    }
}

/// A file of inputs with a single record.
public struct SingleRecord: InputRecords {
    /// False: results carry no number.
    public let numbersRecords = false
    private var inputs: [PipelineClient.Input]?

    /// Creates the record from its inputs.
    public init(_ inputs: [PipelineClient.Input]) {
        self.inputs = inputs
    }

    /// Returns the record on the first call, then `nil`.
    public mutating func next() -> InputRecord? {
        defer { inputs = nil }
        return inputs.map { InputRecord(number: 1, line: nil, inputs: .success($0)) }
    }
}
