public import Foundation

/// The corrected fields of a form, for all documents with the same pages.
///
/// `formwright templates export` prints it, and a fill freezes it. It contains no values.
public struct FormTemplate: Sendable, Hashable, Codable, Identifiable {
    /// Identifies the template in its store.
    public var id: UUID
    /// The display name, by default that of the first file with corrected fields.
    public var name: String
    /// The digest of what the form's pages draw, as 64 hexadecimal digits.
    ///
    /// See `docs/use/templates.md`.
    public var digest: String
    /// The version of the fields, which increases with every change.
    public var version: Int
    /// The sizes of the form's displayed pages.
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
