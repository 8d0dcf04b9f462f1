/// A flag of an AcroForm field.
///
/// Flags represented by ``Field/readOnly``, ``Field/required`` and the type of the field are excluded (ISO 32000-1,
/// tables 221, 226, 228 and 230).
public enum FieldFlag: String, Sendable, Hashable, Codable, CaseIterable {
    /// The value must not be exported.
    case noExport
    /// One radio button is always on once one has been selected.
    case noToggleToOff
    /// Radio buttons with the same state turn on and off together.
    case radiosInUnison
    /// The text is secret.
    case password
    /// The text is the path of a file.
    case fileSelect
    /// The text is not spell-checked.
    case doNotSpellCheck
    /// The field accepts no more text than it can show.
    case doNotScroll
    /// The text can have emphasis, stored in an entry beside the plain text.
    case richText
    /// The field accepts text other than its options.
    case edit
    /// The options are sorted.
    case sort
    /// Several options can be selected.
    case multiSelect
    /// A selection takes effect immediately.
    case commitOnSelChange
}
