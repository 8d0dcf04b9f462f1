public import FormModel
public import Foundation

/// A control of an input form: a field, or a question with its choices.
public struct FieldComponent: Sendable, Hashable, Codable, Identifiable {
    /// The control's id.
    public var id: UUID
    /// The field's id, under which ``DocumentDetail/fieldMap`` has its region and values are sent.
    public var fieldId: UUID
    /// The kind of value.
    public var type: FieldType
    /// The caption.
    public var label: String
    /// The printed heading of the part of the form to which the field belongs, such as "Part II".
    public var section: String?
    /// The format of the value as the page prints it, such as `MM/DD/YYYY`.
    public var placeholder: String?
    /// The page, from 0.
    public var pageIndex: Int
    /// The value that an AcroForm already holds.
    public var defaultValue: String?
    /// The choices, each as the text that chooses it.
    public var options: [String]?
    /// Whether other text than the options is taken; nil for no.
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

/// Where a field lies: in points from the top-left corner of the page as displayed, y down.
public struct FieldRegion: Sendable, Hashable, Codable, Identifiable {
    /// The field's id.
    public var id: UUID
    /// The page, from 0.
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
    /// How likely it is that this is a field, 0 to 1.
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
    /// The field's id.
    public var fieldRegionId: UUID
    /// The value as text; `true` or `false` for a checkbox.
    ///
    /// If the value is rich text, this is its text without marks.
    public var value: String
    /// The value if it is rich text, which fields with several lines take; the service does not send it back.
    public var richText: RichText?
    /// Where the value comes from.
    public var source: FieldSource
    /// Whether text is written as given, even if the form has a format for it; nil for no.
    public var verbatim: Bool?
    /// The font size in points, from 4 to 144; nil for that of the form.
    public var fontSize: Double?
    /// The colour of text or mark, as `#rrggbb` or a name such as `blue`; nil for that of the form.
    public var color: String?

    /// Creates a value.
    public init(fieldRegionId: UUID, value: String, source: FieldSource = .manual) {
        self.fieldRegionId = fieldRegionId
        self.value = value
        self.source = source
    }

    /// Creates a value that is rich text.
    public init(fieldRegionId: UUID, richText: RichText, source: FieldSource = .manual) {
        self.init(fieldRegionId: fieldRegionId, value: richText.plainText, source: source)
        self.richText = richText
    }

    private enum CodingKeys: String, CodingKey {
        case fieldRegionId, value, source, verbatim, fontSize, color
    }

    /// Decodes a value: a text, or an object with `blocks`.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let fieldRegionId = try container.decode(UUID.self, forKey: .fieldRegionId)
        let source = try container.decode(FieldSource.self, forKey: .source)
        if let richText = try? container.decode(RichText.self, forKey: .value) {
            self.init(fieldRegionId: fieldRegionId, richText: richText, source: source)
        } else {
            let text = try container.decode(String.self, forKey: .value)
            self.init(fieldRegionId: fieldRegionId, value: text, source: source)
        }
        verbatim = try container.decodeIfPresent(Bool.self, forKey: .verbatim)
        fontSize = try container.decodeIfPresent(Double.self, forKey: .fontSize)
        color = try container.decodeIfPresent(String.self, forKey: .color)
    }

    /// Encodes the value as it was given.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fieldRegionId, forKey: .fieldRegionId)
        try container.encode(source, forKey: .source)
        if let richText {
            try container.encode(richText, forKey: .value)
        } else {
            try container.encode(value, forKey: .value)
        }
        try container.encodeIfPresent(verbatim, forKey: .verbatim)
        try container.encodeIfPresent(fontSize, forKey: .fontSize)
        try container.encodeIfPresent(color, forKey: .color)
    }
}
