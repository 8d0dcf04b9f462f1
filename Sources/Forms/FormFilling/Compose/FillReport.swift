import FailureModel
public import FormModel
public import Foundation

/// The outcome of filling a form: which field was filled, and how.
///
/// It does not contain the values.
public struct FillReport: Sendable, Hashable, Codable {
    /// The name of the form's file, without folders.
    public var fileName: String
    /// The SHA-256 digest of the form's bytes, in lower-case hexadecimal.
    public var sha256: String
    /// The number of pages.
    public var pageCount: Int
    /// The fields that were filled.
    public var filled: [Entry]
    /// The names of the fields that were left as they are.
    public var untouched: [String]
    /// Warnings about the document.
    public var warnings: [String]
    /// The keys of values that were left out because they are no field of the form; nil if there are none.
    public var skipped: [String]?
    /// The names of the fields that the form's own scripts would have calculated anew, which was not done, so that they may
    /// be out of date; nil if there are none.
    public var uncalculated: [String]?

    /// A field that was filled.
    public struct Entry: Sendable, Hashable, Codable {
        /// The id of the field.
        public var id: UUID
        /// The name of the field.
        public var name: String
        /// The label of the field.
        public var label: String
        /// The page (0-based).
        public var page: Int
        /// The key under which the value was given.
        public var key: String
        /// How the key was matched with the field.
        public var match: BoundValue.Match
        /// Where the value comes from.
        public var source: FieldSource
        /// The font size in points; nil for marks and pictures.
        public var fontSize: Double?
        /// Whether the value covers printed words, since the field has no room beside them; nil if it does not.
        public var overlaps: Bool?
        /// How a date was written by the custom of the form's country, and why; nil if the form itself says how.
        public var custom: String?
        /// The number of the addendum, on the added pages, that has the value, since it does not fit; nil if it does.
        public var addendum: Int?
        /// Warnings about this field.
        public var warnings: [String]

        /// The field's label and name, as messages show them.
        package var title: String { Field.title(label: label, name: name) }
    }
}

extension FillReport {
    /// The fields of ``uncalculated`` as a sentence, some of them if they are many; nil if there are none.
    package var calculationNote: String? {
        guard let uncalculated, !uncalculated.isEmpty else { return nil }
        return "\(Self.calculationWords) \(uncalculated.map(\.quoted).listed(10))."
    }

    /// Whether a note is a ``calculationNote``, which concerns the form as much as its values.
    package static func isCalculationNote(_ note: String) -> Bool { note.hasPrefix(calculationWords) }

    private static let calculationWords =
        "Not calculated, since the form's scripts are not run, and possibly out of date:"
}
