public import FormModel
public import Foundation

/// A value to draw into a field: matched, validated and converted to the field's format.
public struct BoundValue: Sendable, Hashable, Codable {
    /// The field.
    public var field: Field
    /// What to draw.
    public var content: Content
    /// The source of the value.
    public var source: FieldSource
    /// The key under which the value was given.
    public var key: String
    /// How the key was matched with the field.
    public var match: Match
    /// How to draw the value, where that differs from the form and the options.
    public var style: ValueStyle?
    /// The date pattern of the form's country and the evidence for it, if applied.
    public var custom: String?
    /// Whether it lost marks between letters for want of cells; nil if not.
    public var lacksMarks: Bool?
    /// Whether the form does not tell the order of its date; nil if not.
    package var isOrderAssumed: Bool?
    /// The field of the first line; nil unless this is a further line.
    ///
    /// The first line's value has the whole text.
    public var continues: Field.ID?

    /// What to draw into a field.
    public enum Content: Sendable, Hashable, Codable {
        /// Text, in the field's format.
        case text(String)
        /// An option of a list: its displayed text and its export value.
        case choice(shown: String, export: String)
        /// Text with emphasis, in a field with several lines.
        case formatted(FormattedText)
        /// Whether the box is ticked.
        case checked(Bool)
        /// A signature or a photo: the bytes of a PNG or JPEG file.
        case picture(Data)
    }

    /// How the key of a value was matched with its field.
    public typealias Match = FieldMatch
}

extension FieldMatch {
    /// Whether the key is only a part of the label, or other words.
    var isPartial: Bool {
        switch self {
        case .id, .name, .label, .mapping, .uncertain, .shared, .doubtful, .profile, .calculated, .kept: false
        case .beginning, .words, .similar: true
        }
    }

    /// Returns what a person should check; nil for an exact name, label or mapping.
    package func note(key: String) -> String? {
        switch self {
        case .id, .name, .label, .mapping, .profile, .calculated, .kept: nil
        case .beginning: "The label begins with the key \(key.quoted)."
        case .shared: "Other fields are labelled \(key.quoted), too: check the place."
        case .uncertain:
            "The label \(key.quoted) was found near this field, but may belong to another one: check the place."
        case .doubtful: "The field labelled \(key.quoted) is doubtful: check the place."
        case .words: "Matched by the words of the key \(key.quoted)."
        case .similar: "The key \(key.quoted) differs slightly from the label."
        }
    }
}
