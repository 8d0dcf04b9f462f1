import TradingDomain
import FailureModel
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

    /// The first and the last day of a statement.
    struct Period: Codable {
        let from: Day
        let to: Day
    }

    /// The figures that the API answers with.
    struct Figures {
        /// The newest document with figures.
        let document: Document
        /// The period of its newest statement; `nil` if it has none.
        let statementPeriod: Period?
    }

    let name: String
    /// The title that a file of the account gives it.
    let title: String?
    /// The state of the newest files.
    let status: DocumentState
    let updatedAt: Date
    /// The newest day of the figures that the API answers with; `nil` if there are none yet.
    let asOf: String?
    /// Whether these figures are those of the newest files.
    let isCurrent: Bool
    /// Whether lines were left out, so that every one of these figures may be wrong; `nil` if there are none yet.
    let isIncomplete: Bool?
    /// The number of lines that were left out; `nil` if there are no figures yet.
    let omissionCount: Int?
    /// The number of lines and columns that were passed over; `nil` if there are no figures yet.
    let passedOverCount: Int?
    /// Whether there is a statement of these figures.
    let hasStatement: Bool
    /// The period of that statement.
    let statementPeriod: Period?
    /// What is wrong with the account as a whole.
    let problems: [Problem]
    let files: [File]

    /// Creates the state of an account.
    ///
    /// - Parameters:
    ///   - name: the account's name.
    ///   - title: the title that a file gives it.
    ///   - current: the document of the newest files.
    ///   - figures: the newest figures.
    ///   - files: the files, the oldest first.
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
