public import FormModel
public import Foundation

/// The fields in force of a document.
///
/// These are the fields of its form's template, or else the detected ones.
public struct FieldList: Sendable, Hashable, Codable {
    /// The version of the fields, for `If-Match` in every change; 0 for detected fields.
    public var version: Int
    /// The template with the fields; nil if they are the detected ones.
    public var template: TemplateSummary?
    /// Whether the newest change can be undone.
    public var canUndo: Bool
    /// Whether the change that was undone last can be redone.
    public var canRedo: Bool
    /// The fields, page by page in reading order.
    public var fields: [Field]
    /// Whether the original is a form that was filled before, with values to be kept.
    public var isFilled: Bool
    /// Notes on the original in sentences, such as why a photo has no fields.
    public var notes: [String]

    /// Creates a list.
    public init(
        version: Int, template: TemplateSummary?, canUndo: Bool, canRedo: Bool, fields: [Field],
        isFilled: Bool = false, notes: [String] = []
    ) {
        self.version = version
        self.template = template
        self.canUndo = canUndo
        self.canRedo = canRedo
        self.fields = fields
        self.isFilled = isFilled
        self.notes = notes
    }

    private enum CodingKeys: String, CodingKey { case version, template, canUndo, canRedo, fields, isFilled, notes }

    /// Decodes a list; that of an older service has less.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Int.self, forKey: .version)
        template = try container.decode(TemplateSummary?.self, forKey: .template)
        canUndo = try container.decode(Bool.self, forKey: .canUndo)
        canRedo = try container.decode(Bool.self, forKey: .canRedo)
        fields = try container.decode([Field].self, forKey: .fields)
        isFilled = try container.decodeIfPresent(Bool.self, forKey: .isFilled) ?? false
        notes = try container.decodeIfPresent([String].self, forKey: .notes) ?? []
    }

    /// Encodes the list, with `null` for detected fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(template, forKey: .template)
        try container.encode(canUndo, forKey: .canUndo)
        try container.encode(canRedo, forKey: .canRedo)
        try container.encode(fields, forKey: .fields)
        try container.encode(isFilled, forKey: .isFilled)
        try container.encode(notes, forKey: .notes)
    }
}

/// The corrected fields of a form, without the fields themselves.
public struct TemplateSummary: Sendable, Hashable, Codable, Identifiable {
    /// Identifies the template.
    public var id: UUID
    /// The owner; empty for a template available to all.
    public var owner: String
    /// The display name.
    public var name: String
    /// The digest of what the form's pages draw, as 64 hexadecimal digits.
    public var digest: String
    /// The newest version of the fields.
    public var version: Int
    /// The number of fields.
    public var fieldCount: Int
    /// The time of the last change of the fields.
    public var updatedAt: Date

    /// Creates a summary.
    public init(
        id: UUID, owner: String, name: String, digest: String, version: Int, fieldCount: Int, updatedAt: Date
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.digest = digest
        self.version = version
        self.fieldCount = fieldCount
        self.updatedAt = updatedAt
    }
}

/// The templates available to a user.
public struct TemplateList: Sendable, Hashable, Codable {
    /// The user's own templates and those available to all, sorted by name.
    public var templates: [TemplateSummary]

    /// Creates a list.
    public init(templates: [TemplateSummary]) {
        self.templates = templates
    }
}

/// Fields to add to a document's form, or a whole list to replace its fields.
public struct SubmittedFields: Sendable, Hashable, Codable {
    /// The fields.
    public var fields: [Field]

    /// Creates a request.
    public init(fields: [Field]) {
        self.fields = fields
    }
}

/// Changes to several fields, which are made and undone together.
public struct FieldEdits: Sendable, Hashable, Codable {
    /// Fields to add, or to replace by ID.
    public var upsert: [Field]
    /// The IDs of fields to remove.
    public var delete: [UUID]

    /// Creates a request.
    public init(upsert: [Field] = [], delete: [UUID] = []) {
        self.upsert = upsert
        self.delete = delete
    }
}

/// A field that someone else changed after the version of a change.
public struct FieldConflict: Sendable, Hashable, Codable {
    /// The field's ID.
    public var fieldId: UUID
    /// The field in the rejected change; nil if the change deletes it.
    public var yours: Field?
    /// The current field; nil if it has been deleted.
    public var theirs: Field?

    /// Creates a conflict.
    public init(fieldId: UUID, yours: Field?, theirs: Field?) {
        self.fieldId = fieldId
        self.yours = yours
        self.theirs = theirs
    }

    private enum CodingKeys: String, CodingKey { case fieldId, yours, theirs }

    /// Encodes the conflict, with `null` for a side that deletes the field.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fieldId, forKey: .fieldId)
        try container.encode(yours, forKey: .yours)
        try container.encode(theirs, forKey: .theirs)
    }
}
