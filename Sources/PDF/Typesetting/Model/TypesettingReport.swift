/// What became of a document.
package struct TypesettingReport: Hashable, Sendable {
    package var pageCount: Int
    /// The headings in order, whether they are in the outline or not.
    package var headings: [PlacedHeading]
    /// What could not be set as wanted, in order; of each kind and cause only the first.
    package var warnings: [TypesettingWarning]

    package init(pageCount: Int = 0, headings: [PlacedHeading] = [], warnings: [TypesettingWarning] = []) {
        self.pageCount = pageCount
        self.headings = headings
        self.warnings = warnings
    }
}

/// A heading and its place.
package struct PlacedHeading: Hashable, Sendable {
    package var level: Int
    package var text: String
    package var destination: String?
    /// The page on which its first line stands, from 0.
    package var page: Int

    package init(level: Int, text: String, destination: String?, page: Int) {
        self.level = level
        self.text = text
        self.destination = destination
        self.page = page
    }
}

/// Something that could not be set as wanted.
package struct TypesettingWarning: Hashable, Sendable {
    package var kind: Kind
    /// The page, from 0; `nil` if it concerns the whole document.
    package var page: Int?

    package init(kind: Kind, page: Int?) {
        self.kind = kind
        self.page = page
    }

    package enum Kind: Hashable, Sendable {
        /// No installed font has this character; a box is drawn instead.
        case missingGlyph(Unicode.Scalar)
        /// A picture is damaged, or neither PNG nor JPEG; a box with the alternative text is drawn instead, or, within
        /// text, the alternative text in brackets.
        case unreadablePicture(alternativeText: String?)
        /// A picture has more pixels than allowed; a box with the alternative text is drawn instead.
        case pictureTooLarge(alternativeText: String?)
        /// A link names a destination that the document does not have.
        case unknownDestination(String)
        /// Two places have this name; links go to the first one.
        case repeatedDestination(String)
    }
}
