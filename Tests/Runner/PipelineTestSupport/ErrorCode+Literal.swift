public import FailureModel

/// Lets tests write error codes as literals; the program declares each code with its row in the table of errors.
extension ErrorCode: ExpressibleByStringLiteral {
    /// Creates the code with this name.
    public init(stringLiteral name: String) {
        self.init(rawValue: name)
    }
}
