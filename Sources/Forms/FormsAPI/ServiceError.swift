/// What the service answers instead of a result.
public struct ServiceError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// What is wrong with one field.
    public struct FieldProblem: Sendable, Hashable, Codable {
        /// The field's id; empty if the value is for no one field.
        public var fieldRegionId: String
        /// The key under which the value was given; nil if it was given by id.
        public var key: String?
        /// The stable code.
        public var code: String
        /// One sentence.
        public var message: String

        /// Creates a problem.
        public init(fieldRegionId: String, key: String? = nil, code: String, message: String) {
            self.fieldRegionId = fieldRegionId
            self.key = key
            self.code = code
            self.message = message
        }
    }

    /// The stable code, such as `document_unknown`.
    public var error: String
    /// One sentence that a person can act on.
    public var message: String
    /// What is wrong with single fields.
    public var fields: [FieldProblem]?
    /// For `edit_conflict`: the version of the fields that is in force now.
    public var version: Int?
    /// For `edit_conflict`: the fields that both sides changed.
    public var conflicts: [FieldConflict]?

    /// Creates an error.
    public init(
        error: String, message: String, fields: [FieldProblem]? = nil, version: Int? = nil,
        conflicts: [FieldConflict]? = nil
    ) {
        self.error = error
        self.message = message
        self.fields = fields
        self.version = version
        self.conflicts = conflicts
    }

    /// The message.
    public var description: String { message }
}
