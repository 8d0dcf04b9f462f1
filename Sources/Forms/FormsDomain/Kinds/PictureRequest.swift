package import FailureModel
package import FormModel
package import FormFilling
package import Foundation

/// Which page to draw as a picture, and what it shows.
package struct PictureRequest: Sendable, Hashable, Codable {
    /// The page, from 0.
    package var page: Int
    /// The width in pixels; see `PagePicture.widths`.
    package var width: Int
    /// The values to show on the page; nil for the page as it is.
    package var entries: [ValueEntry]?
    /// The template whose fields the values are for; nil for the fields as detected.
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
    /// A value that the picture does not show, because it cannot be used.
    package struct Problem: Sendable, Hashable, Codable {
        /// The key of the value.
        package var key: String
        /// The field that it is for; nil if the key does not identify one.
        package var field: Field.ID?
        /// What is wrong.
        package var failure: Failure
    }

    /// The picture as a PNG file.
    package var png: Data
    /// The values that were left out.
    package var problems: [Problem] = []
}
