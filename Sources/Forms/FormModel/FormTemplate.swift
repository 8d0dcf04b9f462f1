public import Foundation

/// The corrected fields of a form, for every document that draws the same pages: what `formwright templates export`
/// prints and a fill freezes.
///
/// It holds no values.
public struct FormTemplate: Sendable, Hashable, Codable, Identifiable {
    /// Identifies the template in its store.
    public var id: UUID
    /// The name for people, by default that of the file whose fields were corrected first.
    public var name: String
    /// What the form's pages draw, as 64 hexadecimal digits; see `docs/use/templates.md`.
    public var digest: String
    /// The version of the fields, which increases with every change.
    public var version: Int
    /// The sizes of the form's pages as displayed.
    public var pages: [PageSize]
    /// All fields of the form, page by page in reading order, without values.
    public var fields: [Field]

    /// Creates a template.
    public init(id: UUID, name: String, digest: String, version: Int, pages: [PageSize], fields: [Field]) {
        self.id = id
        self.name = name
        self.digest = digest
        self.version = version
        self.pages = pages
        self.fields = fields
    }
}
