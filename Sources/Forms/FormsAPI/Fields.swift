public import FormModel
public import Foundation

/// A control of an input form: a field, or a question with its choices.
public struct FieldComponent: Sendable, Hashable, Codable, Identifiable {
    /// The control's ID.
    public var id: UUID
    /// The field's ID, used in ``DocumentDetail/fieldMap`` and for values.
    public var fieldId: UUID
    /// The kind of value.
    public var type: FieldType
    /// The caption.
    public var label: String
    /// The printed heading of the field's section, such as "Part II".
    public var section: String?
    /// The printed format of the value, such as `MM/DD/YYYY`.
    public var placeholder: String?
    /// The page (0-based).
    public var pageIndex: Int
    /// The value in an AcroForm.
    public var defaultValue: String?
    /// The choices, each as a text that selects it.
    public var options: [String]?
    /// Whether other text than the options is accepted; nil for no.
    public var isEditable: Bool?

    /// Creates a control.
    public init(
        id: UUID, fieldId: UUID, type: FieldType, label: String, section: String? = nil, placeholder: String?,
        pageIndex: Int, defaultValue: String?, options: [String]?
    ) {
        self.id = id
        self.fieldId = fieldId
        self.type = type
        self.label = label
        self.section = section
        self.placeholder = placeholder
        self.pageIndex = pageIndex
        self.defaultValue = defaultValue
        self.options = options
    }
}

/// The position of a field on its displayed page.
///
/// It is in points from the top-left corner, with y increasing downwards.
public struct FieldRegion: Sendable, Hashable, Codable, Identifiable {
    /// The field's ID.
    public var id: UUID
    /// The page (0-based).
    public var pageIndex: Int
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double
    /// The kind of value.
    public var fieldType: FieldType
    /// The caption.
    public var label: String
    /// The probability that this is a field, from 0 to 1.
    public var confidence: Double

    /// Creates a region.
    public init(
        id: UUID, pageIndex: Int, x: Double, y: Double, width: Double, height: Double, fieldType: FieldType,
        label: String, confidence: Double
    ) {
        self.id = id
        self.pageIndex = pageIndex
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.fieldType = fieldType
        self.label = label
        self.confidence = confidence
    }
}

/// A value for a field.
public struct FieldValueInput: Sendable, Hashable, Codable {
    /// The field's ID.
    public var fieldRegionId: UUID
    /// The value as text; `true` or `false` for a checkbox.
    ///
    /// For rich text, this is the text without marks.
    public var value: String
    /// The value as rich text, for multiline fields.
    ///
    /// The service does not return it.
    public var richText: RichText?
    /// The bytes of a PNG or JPEG picture, for signatures and large fields.
    ///
    /// The text is then empty.
    public var picture: Data?
    /// The source of the value.
    public var source: FieldSource
    /// Whether text is written as given instead of formatted; nil for no.
    public var verbatim: Bool?
    /// The font size in points, from 4 to 144; nil for that of the form.
    public var fontSize: Double?
    /// The colour of text or mark; nil for that of the form.
    ///
    /// It is `#rrggbb` or a name such as `blue`.
    public var color: String?

    /// Creates a value.
    public init(fieldRegionId: UUID, value: String, source: FieldSource = .manual) {
        self.fieldRegionId = fieldRegionId
        self.value = value
        self.source = source
    }

    /// Creates a rich text value.
    public init(fieldRegionId: UUID, richText: RichText, source: FieldSource = .manual) {
        self.init(fieldRegionId: fieldRegionId, value: richText.plainText, source: source)
        self.richText = richText
    }

    /// Creates a picture value.
    public init(fieldRegionId: UUID, picture: Data, source: FieldSource = .manual) {
        self.init(fieldRegionId: fieldRegionId, value: "", source: source)
        self.picture = picture
    }

    private enum CodingKeys: String, CodingKey {
        case fieldRegionId, value, source, verbatim, fontSize, color
    }

    private enum PictureKeys: String, CodingKey { case picture }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes a value: a text, or an object with `blocks` or a `picture` in base64.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let fieldRegionId = try container.decode(UUID.self, forKey: .fieldRegionId)
        let source = try container.decode(FieldSource.self, forKey: .source)
        if let richText = try? container.decode(RichText.self, forKey: .value) {
            self.init(fieldRegionId: fieldRegionId, richText: richText, source: source)
        } else if let content = try? container.nestedContainer(keyedBy: PictureKeys.self, forKey: .value) {
            let picture = try content.decode(Data.self, forKey: .picture)
            let keys = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .value).allKeys
            guard keys.count == 1 else {
                // What is beside the picture would be lost.
                throw DecodingError.dataCorruptedError(
                    forKey: .value, in: container, debugDescription: "A value with a picture has no other key.")
            }
            self.init(fieldRegionId: fieldRegionId, picture: picture, source: source)
        } else {
            let text = try container.decode(String.self, forKey: .value)
            self.init(fieldRegionId: fieldRegionId, value: text, source: source)
        }
        verbatim = try container.decodeIfPresent(Bool.self, forKey: .verbatim)
        fontSize = try container.decodeIfPresent(Double.self, forKey: .fontSize)
        color = try container.decodeIfPresent(String.self, forKey: .color)
    }

    /// Encodes the value as given.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fieldRegionId, forKey: .fieldRegionId)
        try container.encode(source, forKey: .source)
        if let richText {
            try container.encode(richText, forKey: .value)
        } else if let picture {
            var content = container.nestedContainer(keyedBy: PictureKeys.self, forKey: .value)
            try content.encode(picture, forKey: .picture)
        } else {
            try container.encode(value, forKey: .value)
        }
        try container.encodeIfPresent(verbatim, forKey: .verbatim)
        try container.encodeIfPresent(fontSize, forKey: .fontSize)
        try container.encodeIfPresent(color, forKey: .color)
    }
}
