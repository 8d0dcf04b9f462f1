/// A flag that an AcroForm sets on a field, besides ``Field/readOnly``, ``Field/required`` and those that the type of the
/// field tells (ISO 32000-1, tables 221, 226, 228 and 230).
public enum FieldFlag: String, Sendable, Hashable, Codable, CaseIterable {
    /// The value is not to be exported.
    case noExport
    /// One radio button is always on once one has been chosen.
    case noToggleToOff
    /// Radio buttons with the same state go on and off together.
    case radiosInUnison
    /// The text is secret.
    case password
    /// The text is the path of a file.
    case fileSelect
    /// The text is not checked for its spelling.
    case doNotSpellCheck
    /// The field takes no more text than it shows.
    case doNotScroll
    /// The text can have emphasis, in an entry of its own beside the plain text.
    case richText
    /// The field takes other text than its options.
    case edit
    /// The options are sorted.
    case sort
    /// Several options can be selected.
    case multiSelect
    /// A choice takes effect at once.
    case commitOnSelChange
}
