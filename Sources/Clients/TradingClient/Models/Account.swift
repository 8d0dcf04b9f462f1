public import Foundation

/// The state of an account and its files.
public struct Account: Decodable, Sendable, Hashable, Identifiable {
    /// A problem with a file.
    public struct Problem: Decodable, Sendable, Hashable {
        /// The stable code.
        public var code: String
        /// The message, in one sentence.
        public var message: String
        /// The file.
        public var file: String?
        /// The line, from 1.
        public var line: Int?
        /// The column, from 1.
        public var column: Int?
    }

    /// A file of the account.
    public struct File: Decodable, Sendable, Hashable {
        /// The name.
        public var name: String
        /// The state, such as `ready` or `failed`.
        public var status: String
        /// The problems with the file.
        public var problems: [Problem]
    }

    /// The name.
    public var name: String
    /// The title, from the account's settings.
    public var title: String?
    /// The state: `imported`, `processing`, `ready`, `filling`, `filled` or `failed`.
    public var status: String
    /// The time of the last change.
    public var updatedAt: Date
    /// The newest day in any file; `nil` before the first figures.
    public var asOf: Date?
    /// Whether the figures include the newest files.
    public var isCurrent: Bool
    /// Whether lines were omitted, so that any figure may be wrong.
    public var isIncomplete: Bool?
    /// Whether there is a statement of the newest figures.
    public var hasStatement: Bool
    /// The problems of the account.
    public var problems: [Problem]
    /// The files.
    public var files: [File]

    /// The name.
    public var id: String { name }

    /// Whether the figures of the newest files are still being computed.
    public var isWorking: Bool {
        ["imported", "processing", "filling"].contains(status) || !isCurrent && status != "failed"
    }

    private enum CodingKeys: String, CodingKey {
        case name, title, status, problems, files
        case updatedAt = "updated_at"
        case asOf = "as_of"
        case isCurrent = "is_current"
        case isIncomplete = "is_incomplete"
        case hasStatement = "has_statement"
    }
}
