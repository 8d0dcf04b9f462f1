public import FormModel
public import Foundation

/// An error response of the service.
public struct ServiceError: LocalizedError, Sendable, Hashable, Codable, CustomStringConvertible {
    /// A problem with one field.
    public struct FieldProblem: Sendable, Hashable, Codable {
        /// The field's ID; empty if the value does not identify one field.
        public var fieldRegionId: String
        /// The key of the value; nil if it was given by ID.
        public var key: String?
        /// The stable code.
        public var code: String
        /// The message, in one sentence.
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
    /// The message, in one sentence that a person can act on.
    public var message: String
    /// The problems of single fields.
    public var fields: [FieldProblem]?
    /// The current version of the fields, for `edit_conflict`.
    public var version: Int?
    /// The fields that both sides changed, for `edit_conflict`.
    public var conflicts: [FieldConflict]?
    /// The columns and the fields found for them, for `mapping_needed`.
    public var mapping: ColumnMapping?

    /// Creates an error.
    public init(
        error: String, message: String, fields: [FieldProblem]? = nil, version: Int? = nil,
        conflicts: [FieldConflict]? = nil, mapping: ColumnMapping? = nil
    ) {
        self.error = error
        self.message = message
        self.fields = fields
        self.version = version
        self.conflicts = conflicts
        self.mapping = mapping
    }

    /// The message.
    public var description: String { message }

    /// The message.
    public var errorDescription: String? { message }
}
