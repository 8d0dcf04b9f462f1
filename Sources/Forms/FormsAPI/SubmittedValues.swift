public import FormModel
public import Foundation

/// Values for a document; the last of several for one field counts.
public struct SubmittedValues: Sendable, Hashable, Codable {
    /// The values.
    public var values: [FieldValueInput]
    /// Information about the person who fills in the form.
    ///
    /// The keys are names of HTML autofill, such as `given-name`. It fills the fields about that person that have no
    /// manual value. The service does not return it.
    public var profile: [String: String]?

    /// Creates a request.
    public init(values: [FieldValueInput], profile: [String: String]? = nil) {
        self.values = values
        self.profile = profile
    }
}

/// The destinations of a request's values, and the values that are invalid.
public struct ValuesCheck: Sendable, Hashable, Codable {
    /// The destination field of a value.
    public struct Target: Sendable, Hashable, Codable {
        /// The field's ID.
        public var fieldRegionId: UUID
        /// The field's caption.
        public var label: String
        /// The heading of the field's section, if any.
        public var section: String?
        /// The page (0-based).
        public var pageIndex: Int
        /// The key of the value.
        public var key: String
        /// How the key was matched.
        ///
        /// It is `id`, `name`, `label`, `mapping`, `beginning`, `uncertain`, `shared`, `doubtful`, `words`, `similar` or
        /// `profile`.
        public var match: String
        /// Whether the key does not identify the field exactly.
        public var isGuess: Bool?
        /// The source of the value.
        public var source: FieldSource

        /// Creates a target.
        public init(
            fieldRegionId: UUID, label: String, section: String? = nil, pageIndex: Int, key: String, match: String,
            isGuess: Bool? = nil, source: FieldSource
        ) {
            self.fieldRegionId = fieldRegionId
            self.label = label
            self.section = section
            self.isGuess = isGuess
            self.pageIndex = pageIndex
            self.key = key
            self.match = match
            self.source = source
        }
    }

    /// The fields, in the order of the values.
    public var fields: [Target]
    /// The fields of values that were given by key; nil if none were.
    ///
    /// Those with ``Target/isGuess`` are for a person to check.
    public var bound: [Target]?
    /// The skipped keys that match no field of the form.
    public var skipped: [String]
    /// The invalid values; empty if the values were kept.
    public var problems: [ServiceError.FieldProblem]
    /// Notes on how a table was read, such as its encoding and skipped lines.
    ///
    /// Skipped lines are above the header and below the table. It is nil without any notes.
    public var notes: [String]?

    /// Creates a response.
    public init(
        fields: [Target] = [], skipped: [String] = [], problems: [ServiceError.FieldProblem] = [],
        notes: [String]? = nil, bound: [Target]? = nil
    ) {
        self.bound = bound
        self.notes = notes
        self.fields = fields
        self.skipped = skipped
        self.problems = problems
    }
}
