package import FailureModel
import FormImport
import FormModel
import Foundation
import Values

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
        public var match: BoundValue.Match?
        /// The value in the first row, as a person recognises it.
        public var value: String?
        /// Whether a person has confirmed the fields, or the heading identifies them exactly.
        public var isConfirmed: Bool

        private enum CodingKeys: String, CodingKey {
            case name = "column", fields = "field", label, section, page, match = "how", value
            case isConfirmed = "confirmed"
        }

        /// Creates a column.
        public init(
            name: String, fields: [String], label: String = "", section: String? = nil, page: Int? = nil,
            match: BoundValue.Match? = nil, value: String? = nil, isConfirmed: Bool = true
        ) {
            self.name = name
            self.fields = fields
            self.label = label
            self.section = section
            self.page = page
            self.match = match
            self.value = value
            self.isConfirmed = isConfirmed
        }
    }

    /// The SHA-256 digest of the form's bytes, in lower-case hexadecimal.
    public var form: String
    /// The columns, in the order of the table.
    public var columns: [Column]

    /// Maximum number of columns.
    public static let columnLimit = 4_096

    /// Creates a mapping.
    public init(form: String, columns: [Column]) {
        self.form = form
        self.columns = columns
    }

    /// The columns that nobody has confirmed.
    public var unconfirmed: [Column] { columns.filter { !$0.isConfirmed } }

    /// The columns with a guessed field, not confirmed.
    public var guesses: [Column] { columns.filter { !$0.isConfirmed && $0.match?.isGuess == true } }

    /// Returns the failure for columns that nobody has confirmed, of all columns of a table.
    package static func needed(for guesses: [String], of count: Int) -> Failure {
        Failure(
            .mappingNeeded,
            "\(guesses.count) of \(count.counted("column")) match their field only by a guess: "
                + "\(guesses.map(\.quoted).listed(listed)); nothing was written.")
    }

    /// Returns the mapping with the columns that an earlier one of the same form confirms.
    package func keeping(_ earlier: ColumnMapping) -> ColumnMapping {
        guard earlier.form == form else { return self }
        let confirmed = Dictionary(earlier.columns.filter(\.isConfirmed).map { ($0.name, $0) }) { first, _ in first }
        var kept = self
        kept.columns = columns.map { column in
            guard var known = confirmed[column.name] else { return column }
            known.value = column.value
            return known
        }
        return kept
    }

    /// Returns the mapping with the columns of another that it does not have itself.
    package func adding(_ other: ColumnMapping?) -> ColumnMapping {
        let own = Set(columns.map(\.name))
        return ColumnMapping(form: form, columns: columns + (other?.columns ?? []).filter { !own.contains($0.name) })
    }

    /// Checks that the mapping is confirmed and was made for a form.
    ///
    /// - Parameter sha256: the digest of the form's bytes.
    /// - Throws: `fields_mismatch`, `mapping_needed`.
    package func check(form sha256: String) throws(Failure) {
        guard form == sha256 else {
            throw Failure(
                .fieldsMismatch, "The mapping was made for another form; make it again for this one.")
        }
        guard unconfirmed.isEmpty else {
            throw Failure(
                .mappingNeeded,
                "The mapping is not confirmed for \(unconfirmed.map(\.name.quoted).listed(Self.listed)): check the "
                    + "fields and set confirmed: true.")
        }
    }

    /// Maximum number of columns that a message lists.
    package static let listed = 12
}
