/// How a key was matched with its field, from most to least certain.
public enum FieldMatch: String, Sendable, Hashable, Codable {
    /// The key is the field's ID, name or label.
    case id, name, label
    /// A mapping assigns the key to the field.
    case mapping
    /// The label begins with the words of the key, and no other label does.
    case beginning
    /// The key is the label, but the label may belong to another field.
    case uncertain
    /// Several fields have the label, and the value fits only this one.
    case shared
    /// The key is the label of a doubtful field; see `Field.isDoubtful`.
    case doubtful
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
    /// No key was given: the form was filled with the value before. `key` is that of then.
    case kept

    /// Whether the key does not identify the field exactly.
    ///
    /// A key that does is the ID, name, number or label of one field, the beginning of one label, or mapped, unless
    /// the field is doubtful.
    public var isGuess: Bool {
        switch self {
        case .id, .name, .label, .mapping, .beginning, .uncertain, .profile, .calculated, .kept: false
        case .shared, .doubtful, .words, .similar: true
        }
    }
}
