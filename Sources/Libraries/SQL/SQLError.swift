/// An error of a database.
///
/// It contains no values of rows or arguments.
public struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, as far as callers distinguish causes.
    public enum Kind: Hashable, Sendable {
        case uniqueViolation
        case foreignKeyViolation
        case notNullViolation
        case checkViolation
        /// A trigger refused the change.
        case refused
        /// Waiting for another transaction took too long.
        case busy
        /// The statement exceeded its time, or somebody interrupted it.
        case interrupted
        case diskFull
        case diskError
        case readOnly
        case damaged
        /// The database cannot be opened or reached.
        case unreachable
        /// The connection was lost during a commit, which may have taken effect.
        case commitUnknown
        /// The statement is wrong, or the tables are not those that it expects.
        case statement
        case other
    }

    /// The cause.
    public let kind: Kind
    /// The engine's words.
    public let description: String
    /// The cause in one sentence, for people; `nil` if only the kind is known.
    public let reason: String?
    /// Whether a person has to change something, so that waiting does not help.
    public let isMistake: Bool

    /// Creates an error.
    public init(_ kind: Kind, _ description: String, reason: String? = nil, isMistake: Bool = false) {
        self.kind = kind
        self.description = description
        self.reason = reason
        self.isMistake = isMistake
    }

    /// Whether the content of the database is at fault rather than the machine.
    ///
    /// It is damaged or has other tables than expected.
    public var isFaultOfContent: Bool {
        switch kind {
        case .damaged, .statement, .uniqueViolation, .foreignKeyViolation, .notNullViolation, .checkViolation,
            .refused:
            true
        case .busy, .interrupted, .diskFull, .diskError, .readOnly, .unreachable, .commitUnknown, .other: false
        }
    }
}
