/// The report on a typeset document.
package struct TypesettingReport: Hashable, Sendable {
    package var pageCount: Int
    /// The headings in order, in the outline or not.
    package var headings: [PlacedHeading]
    /// The warnings in order; only the first of each kind and cause.
    package var warnings: [TypesettingWarning]

    package init(pageCount: Int = 0, headings: [PlacedHeading] = [], warnings: [TypesettingWarning] = []) {
        self.pageCount = pageCount
        self.headings = headings
        self.warnings = warnings
    }
}

/// A heading with its place.
package struct PlacedHeading: Hashable, Sendable {
    package var level: Int
    package var text: String
    package var destination: String?
    /// The page of its first line, from 0.
    package var page: Int

    package init(level: Int, text: String, destination: String?, page: Int) {
        self.level = level
        self.text = text
        self.destination = destination
        self.page = page
    }
}

/// A deviation from the wanted layout.
package struct TypesettingWarning: Hashable, Sendable {
    package var kind: Kind
    /// The page, from 0; `nil` for the whole document.
    package var page: Int?

    package init(kind: Kind, page: Int?) {
        self.kind = kind
        self.page = page
    }

    /// The reason why a PDF cannot be PDF/A-2u.
    package enum ArchivalObstacle: Hashable, Sendable, CaseIterable {
        /// A character has no glyph in any installed font.
        case missingGlyph
        /// The colours of a picture are inks, which depend on a printer.
        case inks
        /// A page of another PDF is drawn; its text may have no Unicode.
        case documentPage
    }

    package enum Kind: Hashable, Sendable {
        /// No installed font has this character; “�” is drawn instead.
        case missingGlyph(Unicode.Scalar)
        /// A picture is damaged, or neither a PNG nor a JPEG.
        ///
        /// A box with the alternative text is drawn instead or, within text, the alternative text in brackets.
        case unreadablePicture(alternativeText: String?)
        /// A picture exceeds the maximum number of pixels.
        ///
        /// A box with the alternative text is drawn instead.
        case pictureTooLarge(alternativeText: String?)
        /// A link has an unknown destination.
        case unknownDestination(String)
        /// Two places have the same name; links lead to the first one.
        case repeatedDestination(String)
        /// The PDF does not state PDF/A, which was asked for.
        case notArchival(ArchivalObstacle)
    }
}
