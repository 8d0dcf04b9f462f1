import FailureModel
import Formwright
import Foundation
import Pipeline
import Trading

/// An account, as the service shows it.
struct AccountState: Encodable {
    /// A mistake.
    struct Problem: Encodable {
        let code: ErrorCode
        let message: String
        /// The name of the file; nil for mistakes that are in none.
        let file: String?
        /// Where it is in the file, from 1.
        let line: Int?
        let column: Int?

        init(_ failure: Failure) {
            code = failure.code
            message = failure.message
            guard case .file(let file, let line, let column) = failure.location else {
                (self.file, self.line, self.column) = (nil, nil, nil)
                return
            }
            (self.file, self.line, self.column) = (file, line, column)
        }
    }

    /// A file of the account.
    struct File: Encodable {
        let name: String
        let status: DocumentState
        /// What is wrong with the file, if it could not be read.
        let problems: [Problem]

        init(_ document: Document) {
            name = document.fileName
            status = document.state
            problems = document.failure.map { $0.failure.all.prefix(Self.problemLimit).map(Problem.init) } ?? []
        }

        /// Number of mistakes that are listed.
        private static let problemLimit = 1_000
    }

    let name: String
    /// The state of the newest files.
    let status: DocumentState
    let updatedAt: Date
    /// The newest day of the figures that the API answers with; `nil` if there are none yet.
    let asOf: String?
    /// Whether these figures are those of the newest files.
    let isCurrent: Bool
    /// Whether there is a statement of these figures.
    let hasStatement: Bool
    /// What is wrong with the account as a whole.
    let problems: [Problem]
    let files: [File]

    /// Creates the state of an account.
    ///
    /// - Parameters:
    ///   - name: the account's name.
    ///   - current: the document of the newest files.
    ///   - analysed: the newest document with figures.
    ///   - hasStatement: whether that one has a statement.
    ///   - files: the files, the oldest first.
    init(name: String, current: Document, analysed: Document?, hasStatement: Bool, files: [Document]) {
        self.name = name
        status = current.state
        updatedAt = current.updatedAt.date
        asOf = analysed?.facts[AccountKind.FactName.asOf].map { "\($0)T00:00:00Z" }
        isCurrent = analysed?.id == current.id
        self.hasStatement = hasStatement
        problems = current.failure.map { $0.failure.all.map(Problem.init) } ?? []
        self.files = files.map(File.init)
    }

    private enum CodingKeys: String, CodingKey {
        case name, status, problems, files
        case updatedAt = "updated_at"
        case asOf = "as_of"
        case isCurrent = "is_current"
        case hasStatement = "has_statement"
    }
}
