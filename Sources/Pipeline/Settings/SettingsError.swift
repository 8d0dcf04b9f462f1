public import FailureModel

/// Everything that is wrong with a settings file, so that one reading finds all of it.
public struct SettingsError: Error, Hashable, CustomStringConvertible {
    /// One mistake and where it is.
    public struct Problem: Hashable, Sendable {
        /// From 1.
        public let line: Int
        /// From 1.
        public let column: Int
        /// One sentence that says what to write instead.
        public let message: String
    }

    /// The file as the reader was told.
    public let file: String
    /// In the order of lines; never empty.
    public let problems: [Problem]

    /// A line each, `file:line:column: message`, as editors understand it.
    public var description: String {
        problems.map { "\(file):\($0.line):\($0.column): \($0.message)" }.joined(separator: "\n")
    }
}

extension SettingsError: FailureConvertible {
    /// The first problem, with all of them as details.
    public var failure: Failure {
        let failures = problems.map { problem in
            Failure(
                .malformedSettings, problem.message,
                at: .file(file, line: problem.line, column: problem.column))
        }
        return Failure(all: failures) ?? Failure(.malformedSettings, "\(file) cannot be used.")
    }
}
