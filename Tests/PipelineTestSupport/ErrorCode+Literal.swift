public import FailureModel

/// Tests invent codes as they need them; the program declares each with its row in the table of errors.
extension ErrorCode: ExpressibleByStringLiteral {
    /// The code of this name.
    public init(stringLiteral name: String) {
        self.init(rawValue: name)
    }
}
