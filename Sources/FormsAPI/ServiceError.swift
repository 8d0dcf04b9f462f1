/// What the service answers instead of a result.
public struct ServiceError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// What is wrong with one field.
    public struct FieldProblem: Sendable, Hashable, Codable {
        /// The field's id.
        public var fieldRegionId: String
        /// The stable code.
        public var code: String
        /// One sentence.
        public var message: String
    }

    /// The stable code, such as `document_unknown`.
    public var error: String
    /// One sentence that a person can act on.
    public var message: String
    /// What is wrong with single fields.
    public var fields: [FieldProblem]?

    /// Creates an error.
    public init(error: String, message: String, fields: [FieldProblem]? = nil) {
        self.error = error
        self.message = message
        self.fields = fields
    }

    /// The message.
    public var description: String { message }
}
