public import FormModel
public import Foundation

/// Values for a document; of several for one field the last counts.
public struct SubmittedValues: Sendable, Hashable, Codable {
    /// The values.
    public var values: [FieldValueInput]
    /// What is known about the person who fills in the form, by the names of HTML autofill such as `given-name`.
    ///
    /// It fills the fields about that person to which no value was given by hand. The service does not send it back.
    public var profile: [String: String]?

    /// Creates a request.
    public init(values: [FieldValueInput], profile: [String: String]? = nil) {
        self.values = values
        self.profile = profile
    }
}

/// Where the values of a request go, and which of them cannot be used.
public struct ValuesCheck: Sendable, Hashable, Codable {
    /// A field that a value is for.
    public struct Target: Sendable, Hashable, Codable {
        /// The field's id.
        public var fieldRegionId: UUID
        /// The field's caption.
        public var label: String
        /// The page, from 0.
        public var pageIndex: Int
        /// The key under which the value was given.
        public var key: String
        /// How the key was matched: `id`, `name`, `label`, `uncertain`, `beginning`, `words`, `similar` or `profile`.
        public var match: String
        /// Where the value comes from.
        public var source: FieldSource

        /// Creates a target.
        public init(
            fieldRegionId: UUID, label: String, pageIndex: Int, key: String, match: String, source: FieldSource
        ) {
            self.fieldRegionId = fieldRegionId
            self.label = label
            self.pageIndex = pageIndex
            self.key = key
            self.match = match
            self.source = source
        }
    }

    /// The fields, in the order of the values.
    public var fields: [Target]
    /// The keys of values that were left out because they are no field of the form.
    public var skipped: [String]
    /// The values that cannot be used; empty if the values were kept.
    public var problems: [ServiceError.FieldProblem]
    /// How a table was read where that is not obvious: its encoding, and lines above and below it that were not read; nil if
    /// there is nothing to say.
    public var notes: [String]?

    /// Creates an answer.
    public init(
        fields: [Target] = [], skipped: [String] = [], problems: [ServiceError.FieldProblem] = [],
        notes: [String]? = nil
    ) {
        self.notes = notes
        self.fields = fields
        self.skipped = skipped
        self.problems = problems
    }
}
