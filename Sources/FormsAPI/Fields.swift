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
    /// The format of the value as the page prints it, such as `MM/DD/YYYY`.
    public var placeholder: String?
    /// The page, from 0.
    public var pageIndex: Int
    /// The value that an AcroForm already holds.
    public var defaultValue: String?
    /// The choices.
    public var options: [String]?

    /// Creates a control.
    public init(
        id: UUID, fieldId: UUID, type: FieldType, label: String, placeholder: String?, pageIndex: Int,
        defaultValue: String?, options: [String]?
    ) {
        self.id = id
        self.fieldId = fieldId
        self.type = type
        self.label = label
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
    public var value: String
    /// Where the value comes from.
    public var source: FieldSource

    /// Creates a value.
    public init(fieldRegionId: UUID, value: String, source: FieldSource = .manual) {
        self.fieldRegionId = fieldRegionId
        self.value = value
        self.source = source
    }
}

/// Values for a document; of several for one field the last counts.
public struct SubmittedValues: Sendable, Hashable, Codable {
    /// The values.
    public var values: [FieldValueInput]

    /// Creates a request.
    public init(values: [FieldValueInput]) {
        self.values = values
    }
}
