import FailureModel
public import FormModel
public import Foundation

/// The outcome of filling a form: the filled fields and how they were filled.
///
/// It does not contain the values.
public struct FillReport: Sendable, Hashable, Codable {
    /// The file name of the form, without folders.
    public var fileName: String
    /// The SHA-256 digest of the form's bytes, in lower-case hexadecimal.
    public var sha256: String
    /// The number of pages.
    public var pageCount: Int
    /// The filled fields.
    public var filled: [Entry]
    /// The names of unchanged fields.
    public var untouched: [String]
    /// Warnings about the document.
    public var warnings: [String]
    /// The keys of values that were skipped because they match no field.
    public var skipped: [String]?
    /// The names of fields with calculation scripts that were not run.
    ///
    /// The values of these fields may be out of date.
    public var uncalculated: [String]?

    /// A filled field.
    public struct Entry: Sendable, Hashable, Codable {
        /// The ID of the field.
        public var id: UUID
        /// The name of the field.
        public var name: String
        /// The label of the field.
        public var label: String
        /// The heading of the field's section, if any.
        public var section: String?
        /// The label of a box's question; empty if none is printed.
        public var question: String?
        /// The page (0-based).
        public var page: Int
        /// The key under which the value was given.
        public var key: String
        /// How the key was matched with the field.
        public var match: BoundValue.Match
        /// The source of the value.
        public var source: FieldSource
        /// The font size in points; nil for marks and pictures.
        public var fontSize: Double?
        /// Whether the value covers printed words for lack of room beside them; nil if not.
        public var overlaps: Bool?
        /// The date pattern of the form's country and the evidence for it, if applied.
        public var custom: String?
        /// The number of the addendum that contains the value; nil if the value fits.
        public var addendum: Int?
        /// Whether nothing is in the field; nil if it has a value.
        public var isEmptied: Bool?
        /// Warnings about this field.
        public var warnings: [String]

        /// The field's label and name, for messages.
        package var title: String { Field.title(label: label, name: name) }

        /// A note on where the key led; nil for an exact name, label or mapping.
        package var matchNote: String? {
            guard let note = match.note(key: key) else { return nil }
            let section = section.map { " in \($0.quoted)" } ?? ""
            return "\(key.quoted) went into \(title)\(section), page \(page + 1). \(note)"
        }
    }

    /// Returns notes on where keys led, one for all answers of a question.
    package static func matchNotes(on entries: [Entry]) -> [String] {
        var notes: [String] = []
        var seen: Set<[String]> = []
        for entry in entries {
            guard let question = entry.question, let note = entry.match.note(key: entry.key) else {
                if let note = entry.matchNote { notes.append(note) }
                continue
            }
            guard seen.insert([entry.key, question, "\(entry.page)"]).inserted else { continue }
            let answers = entries.filter {
                $0.key == entry.key && $0.question == question && $0.page == entry.page
            }
            let marked = answers.filter { $0.isEmptied != true }.map(\.title)
            let unmarked = answers.filter { $0.isEmptied == true }.map(\.title)
            let states = [("marked", marked), ("left unmarked", unmarked)].filter { !$0.1.isEmpty }
                .map { "\($1.listed(6)) \($1.count == 1 ? "is" : "are") \($0)" }.joined(separator: ", ")
            let section = entry.section.map { " in \($0.quoted)" } ?? ""
            let asked = question.isEmpty ? "a question" : "the question \(question.quoted)"
            notes.append(
                "\(entry.key.quoted) answered \(asked)\(section), page \(entry.page + 1): \(states). \(note)")
        }
        return notes
    }
}

extension FillReport {
    /// A sentence that names the fields of ``uncalculated``, up to a limit.
    package var calculationNote: String? {
        guard let uncalculated, !uncalculated.isEmpty else { return nil }
        return "\(Self.calculationWords) \(uncalculated.map(\.quoted).listed(10))."
    }

    /// Returns whether a note is a ``calculationNote``.
    ///
    /// Such a note concerns the form as much as its values.
    package static func isCalculationNote(_ note: String) -> Bool { note.hasPrefix(calculationWords) }

    private static let calculationWords =
        "Not calculated, since the form's scripts are not run, and possibly out of date:"
}
