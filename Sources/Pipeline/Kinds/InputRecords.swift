public import FailureModel

/// The records of a file of inputs, each of which begins a fill.
public protocol InputRecords: Sendable {
    /// Whether the file is a table, so that results carry the record's number.
    var areNumbered: Bool { get }
    /// The next record; `nil` at the end. Throws ``Failure`` where nothing more can be read.
    mutating func next() throws -> InputRecord?
}

/// What one fill begins with, or why it cannot.
public struct InputRecord: Sendable {
    /// From 1.
    public var number: Int
    /// Where it begins in its file, from 1; `nil` where the file is the record.
    public var line: Int?
    /// The inputs to freeze.
    public var inputs: Result<[PipelineClient.Input], Failure>

    /// A record as it was read.
    public init(number: Int, line: Int?, inputs: Result<[PipelineClient.Input], Failure>) {
        self.number = number
        self.line = line
        self.inputs = inputs
    }
}

/// A file that is one record.
public struct SingleRecord: InputRecords {
    public let areNumbered = false
    private var inputs: [PipelineClient.Input]?

    /// The inputs of the one fill.
    public init(_ inputs: [PipelineClient.Input]) {
        self.inputs = inputs
    }

    public mutating func next() -> InputRecord? {
        defer { inputs = nil }
        return inputs.map { InputRecord(number: 1, line: nil, inputs: .success($0)) }
    }
}
