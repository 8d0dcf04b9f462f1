package import FailureModel
package import FormModel
package import FormFilling
package import Foundation

/// A request for a picture of a page.
package struct PictureRequest: Sendable, Hashable, Codable {
    /// The page (0-based).
    package var page: Int
    /// The width in pixels; see `PagePicture.widths`.
    package var width: Int
    /// The values to show on the page; nil for the blank page.
    package var entries: [ValueEntry]?
    /// The template with the fields for the values; nil for the detected fields.
    package var template: FormTemplate?

    /// Creates a request.
    package init(page: Int, width: Int, entries: [ValueEntry]? = nil, template: FormTemplate? = nil) {
        self.page = page
        self.width = width
        self.entries = entries
        self.template = template
    }
}

/// The picture of a page.
package struct PictureReply: Sendable, Hashable, Codable {
    /// A value that the picture omits because it is invalid.
    package struct Problem: Sendable, Hashable, Codable {
        /// The key of the value.
        package var key: String
        /// The field of the value; nil if the key does not identify one.
        package var field: Field.ID?
        /// The reason.
        package var failure: Failure
    }

    /// The picture as a PNG file.
    package var png: Data
    /// The omitted values.
    package var problems: [Problem] = []
}
