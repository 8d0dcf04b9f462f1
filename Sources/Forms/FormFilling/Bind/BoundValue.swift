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

    /// How a key was matched with its field, from most to least certain.
    public enum Match: String, Sendable, Hashable, Codable {
        /// The key is the field's ID, name or label.
        case id, name, label
        /// The key is the label, but the label may belong to another field.
        case uncertain
        /// The label begins with the key.
        case beginning
        /// The words of the key occur in the texts that name the field.
        ///
        /// These include its label, row, column, question and section.
        case words
        /// The label differs from the key by a few letters.
        case similar
        /// No key was given: the value is from a profile. `key` lists its names in the profile.
        case profile
        /// No key was given: the value was calculated from others, as defined by the form.
        case calculated
    }
}

extension BoundValue.Match {
    /// Whether the key is not the field's ID, name or label.
    var isGuess: Bool {
        switch self {
        case .id, .name, .label, .uncertain, .profile, .calculated: false
        case .beginning, .words, .similar: true
        }
    }

    /// Returns what a person should check; nil if the match is certain.
    package func note(key: String) -> String? {
        switch self {
        case .id, .name, .label, .profile, .calculated: nil
        case .uncertain:
            "The label \(key.quoted) was found near this field, but may belong to another one: check the place."
        case .beginning: "The label begins with the key \(key.quoted)."
        case .words: "Matched by the words of the key \(key.quoted)."
        case .similar: "The key \(key.quoted) differs slightly from the label."
        }
    }
}
