import TradingDomain
import FailureModel
import Foundation
import Pipeline
import Trading

/// The state of an account, as displayed by the service.
struct AccountState: Encodable {
    /// A error.
    struct Problem: Encodable {
        let code: ErrorCode
        let message: String
        /// The name of the file; nil if the error is not in a file.
        let file: String?
        /// The 1-based line in the file.
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
        /// The errors in the file, if it is unreadable.
        let problems: [Problem]

        init(_ document: Document) {
            name = document.fileName
            status = document.state
            problems = document.failure.map { $0.failure.all.prefix(Self.problemLimit).map(Problem.init) } ?? []
        }

        /// Maximum number of listed errors.
        private static let problemLimit = 1_000
    }

    /// The first and the last day of a statement.
    struct Period: Codable {
        let from: Day
        let to: Day
    }

    /// The figures in the API's responses.
    struct Figures {
        /// The newest document with figures.
        let document: Document
        /// The period of its newest statement, if any.
        let statementPeriod: Period?
    }

    let name: String
    /// The title from a file of the account.
    let title: String?
    /// The state of the newest files.
    let status: DocumentState
    let updatedAt: Date
    /// The newest day of the figures in responses; `nil` without figures.
    let asOf: String?
    /// Whether these figures are those of the newest files.
    let isCurrent: Bool
    /// Whether lines were omitted, so that any figure may be wrong; `nil` without figures.
    let isIncomplete: Bool?
    /// The number of omitted lines; `nil` without figures.
    let omissionCount: Int?
    /// The number of skipped lines and columns; `nil` without figures.
    let passedOverCount: Int?
    /// Whether a statement of these figures exists.
    let hasStatement: Bool
    /// The period of that statement.
    let statementPeriod: Period?
    /// The errors of the account as a whole.
    let problems: [Problem]
    let files: [File]

    /// Creates the state of an account.
    ///
    /// - Parameters:
    ///   - name: the account's name.
    ///   - title: the title from a file.
    ///   - current: the document of the newest files.
    ///   - figures: the newest figures.
    ///   - files: the files, oldest first.
    init(name: String, title: String?, current: Document, figures: Figures?, files: [Document]) {
        self.name = name
        self.title = title
        status = current.state
        updatedAt = current.updatedAt.date
        isCurrent = figures?.document.id == current.id
        asOf = figures?.document.facts[AccountKind.FactName.asOf].map { "\($0)T00:00:00Z" }
        isIncomplete = figures.map { AccountKind.isIncomplete($0.document) }
        omissionCount = figures.map { AccountKind.omissionCount(of: $0.document) }
        passedOverCount = figures.map { AccountKind.passedOverCount(of: $0.document) }
        hasStatement = figures?.statementPeriod != nil
        statementPeriod = figures?.statementPeriod
        problems = current.failure.map { $0.failure.all.map(Problem.init) } ?? []
        self.files = files.map(File.init)
    }

    private enum CodingKeys: String, CodingKey {
        case name, title, status, problems, files
        case updatedAt = "updated_at"
        case asOf = "as_of"
        case isCurrent = "is_current"
        case isIncomplete = "is_incomplete"
        case omissionCount = "omission_count"
        case passedOverCount = "passed_over_count"
        case hasStatement = "has_statement"
        case statementPeriod = "statement_period"
    }
}
