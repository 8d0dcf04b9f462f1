package import Geometry

/// What a part of an overlay is, for those who have a tagged document read to them (ISO 32000-1, 14.8).
///
/// The parts of an overlay on a page are marked content, numbered from 0; each has a tag.
package struct OverlayTag: Sendable, Hashable {
    /// The kinds of parts.
    package enum Role: Sendable, Hashable {
        /// Text, which is read as it is drawn.
        case text
        /// The mark of a check box or radio button, and whether it is drawn.
        case mark(isRadio: Bool, isOn: Bool)
        /// A picture.
        case picture
    }

    package var role: Role
    /// The caption of the field.
    package var label: String
    /// The place on the displayed page.
    package var region: Region
    /// The place in the reading order of the fields.
    package var order: Int
    /// The widget that the part replaces, as an index in the page's `/Annots`; nil if there is none.
    package var widget: Int?

    package init(role: Role, label: String, region: Region, order: Int, widget: Int?) {
        self.role = role
        self.label = label
        self.region = region
        self.order = order
        self.widget = widget
    }

    /// The tag with a mark that is drawn, or is not; other tags as they are.
    package func marked(_ isOn: Bool) -> OverlayTag {
        guard case .mark(let isRadio, _) = role else { return self }
        var tag = self
        tag.role = .mark(isRadio: isRadio, isOn: isOn)
        return tag
    }

    /// Whether the mark is drawn; nil for other parts.
    package var isOn: Bool? { if case .mark(_, let isOn) = role { isOn } else { nil } }

    /// Whether a mark is ticked, in words of a language, given as its tag; in English if it is none of a few.
    static func state(_ isOn: Bool, language: String) -> String {
        switch language.prefix(2).lowercased() {
        case "de": isOn ? "angekreuzt" : "nicht angekreuzt"
        case "es": isOn ? "marcado" : "no marcado"
        case "fr": isOn ? "coché" : "non coché"
        default: isOn ? "checked" : "not checked"
        }
    }
}

/// The page of a document that a page of an overlay is for.
package struct OverlayPage: Sendable, Hashable {
    /// The page, from 0.
    package var page: Int
    /// The parts of the overlay's page, in the order of their numbers; empty if the document is not tagged.
    package var tags: [OverlayTag]

    package init(page: Int, tags: [OverlayTag] = []) {
        self.page = page
        self.tags = tags
    }
}
