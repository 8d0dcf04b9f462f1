/// The fields that the columns of a table go into, as a person confirms them.
///
/// A column is the key of a value; a record that nobody looks at is mapped in the same way.
public struct ColumnMapping: Sendable, Hashable, Codable {
    /// A column with its fields.
    public struct Column: Sendable, Hashable, Codable {
        /// The heading of the column.
        public var name: String
        /// The names of the fields, or of their question; empty to leave the column out.
        public var fields: [String]
        /// The label of the first field.
        public var label: String
        /// The section of the first field.
        public var section: String?
        /// The page of the first field (1-based).
        public var page: Int?
        /// How the fields were found; nil if a person named them.
        public var match: FieldMatch?
        /// The value in the first row, as a person recognises it.
        public var value: String?
        /// The fields to choose from, if the heading matches several.
        public var candidates: [Candidate]?
        /// Whether a person has confirmed the fields, or the heading identifies them exactly.
        public var isConfirmed: Bool

        private enum CodingKeys: String, CodingKey {
            case name = "column", fields = "field", label, section, page, match = "how", value, candidates
            case isConfirmed = "confirmed"
        }

        /// Creates a column.
        public init(
            name: String, fields: [String], label: String = "", section: String? = nil, page: Int? = nil,
            match: FieldMatch? = nil, value: String? = nil, candidates: [Candidate]? = nil, isConfirmed: Bool = true
        ) {
            self.name = name
            self.fields = fields
            self.label = label
            self.section = section
            self.page = page
            self.match = match
            self.value = value
            self.candidates = candidates
            self.isConfirmed = isConfirmed
        }
    }

    /// A field that a heading may mean.
    public struct Candidate: Sendable, Hashable, Codable {
        /// The name of the field, or of its question.
        public var field: String
        /// Its label.
        public var label: String
        /// Its section.
        public var section: String?
        /// Its page (1-based).
        public var page: Int

        /// Creates a candidate.
        public init(field: String, label: String, section: String? = nil, page: Int) {
            self.field = field
            self.label = label
            self.section = section
            self.page = page
        }
    }

    /// The SHA-256 digest of the form's bytes, in lower-case hexadecimal.
    public var form: String
    /// The sheet of a workbook, by name or number; nil for the first.
    public var sheet: String?
    /// The columns, in the order of the table.
    public var columns: [Column]

    /// Maximum number of columns.
    public static let columnLimit = 4_096

    /// Creates a mapping.
    public init(form: String, sheet: String? = nil, columns: [Column]) {
        self.form = form
        self.sheet = sheet
        self.columns = columns
    }

    /// The columns that nobody has confirmed.
    public var unconfirmed: [Column] { columns.filter { !$0.isConfirmed } }

    /// The columns with a guessed field, not confirmed.
    public var guesses: [Column] { columns.filter { !$0.isConfirmed && $0.match?.isGuess == true } }
}
