public import FailureModel

/// All errors in a settings file.
public struct SettingsError: Error, Hashable, CustomStringConvertible {
    /// A error and its position.
    public struct Problem: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The column, from 1.
        public let column: Int
        /// A sentence that says how to correct it.
        public let message: String
        /// The code of the error; nil for the file's code.
        public var code: ErrorCode?
    }

    /// The name of the file as passed to the reader.
    public let file: String
    /// The errors in the order of lines; never empty.
    public let problems: [Problem]

    /// One line for each error as `file:line:column: message`, the format editors parse.
    public var description: String {
        problems.map { "\(file):\($0.line):\($0.column): \($0.message)" }.joined(separator: "\n")
    }
}

extension SettingsError: FailureConvertible {
    /// The first error, with all of them as details.
    public var failure: Failure { failure(.malformedSettings) }

    /// Returns the first error, with the first `limit` of them as details.
    ///
    /// Errors without a code of their own have `code`.
    public func failure(_ code: ErrorCode, atMost limit: Int = .max) -> Failure {
        let failures = problems.prefix(limit).map { problem in
            Failure(problem.code ?? code, problem.message, at: .file(file, line: problem.line, column: problem.column))
        }
        return Failure(all: failures) ?? Failure(code, "\(file) cannot be used.")
    }
}
