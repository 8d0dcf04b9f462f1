public import FormModel
public import Foundation

/// A value to be drawn into a field: matched, validated and converted to the field's format.
public struct BoundValue: Sendable, Hashable, Codable {
    /// The field.
    public var field: Field
    /// What is drawn.
    public var content: Content
    /// Where the value comes from.
    public var source: FieldSource
    /// The key under which the value was given.
    public var key: String
    /// How the key was matched with the field.
    public var match: Match
    /// How the value is drawn, where that differs from the form and the options.
    public var style: ValueStyle?
    /// How the value was written by the custom of the form's country, and why; nil if the form itself says how.
    public var custom: String?

    /// What is drawn into a field.
    public enum Content: Sendable, Hashable, Codable {
        /// Text, in the field's format.
        case text(String)
        /// An option of a list: what is shown, and what data call it.
        case choice(shown: String, export: String)
        /// Text with emphasis, in a field with several lines.
        case formatted(FormattedText)
        /// A mark, or none if the box is left unticked.
        case checked(Bool)
        /// A signature or a photo: the bytes of a PNG or JPEG file.
        case picture(Data)
    }

    /// How a key was matched with its field, from the most to the least certain way.
    public enum Match: String, Sendable, Hashable, Codable {
        /// The key is the field's id, name or label.
        case id, name, label
        /// The key is the label, but the program is not certain that the label is that of the field.
        case uncertain
        /// The label begins with the key.
        case beginning
        /// The words of the key are those of the field's label, row, column, question or section.
        case words
        /// The label differs from the key by a few letters.
        case similar
        /// No key was given: the value is from a profile, and the key lists the names that it has there.
        case profile
        /// No key was given: the value was calculated from others, as the form says.
        case calculated
    }
}

extension BoundValue.Match {
    /// Whether the key is something else than the field's id, name or label.
    var isGuess: Bool {
        switch self {
        case .id, .name, .label, .uncertain, .profile, .calculated: false
        case .beginning, .words, .similar: true
        }
    }

    /// What a person should check if the key is not the whole label; nil if it is.
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
