package import Geometry

/// The tag of a part of an overlay, for assistive technology (ISO 32000-1, 14.8).
///
/// The parts of an overlay on a page are marked content, numbered from 0, with one tag each.
package struct OverlayTag: Sendable, Hashable {
    /// The kinds of parts.
    package enum Role: Sendable, Hashable {
        /// Text, read as drawn.
        case text
        /// The mark of a check box or radio button, drawn if it is on.
        case mark(isRadio: Bool, isOn: Bool)
        /// A picture.
        case picture
    }

    package var role: Role
    /// The caption of the field.
    package var label: String
    /// The region on the displayed page.
    package var region: Region
    /// The position in the reading order of the fields.
    package var order: Int
    /// The replaced widget as an index in the page's `/Annots`, if any.
    package var widget: Int?

    package init(role: Role, label: String, region: Region, order: Int, widget: Int?) {
        self.role = role
        self.label = label
        self.region = region
        self.order = order
        self.widget = widget
    }

    /// Returns the tag with a mark on or off; other tags are unchanged.
    package func marked(_ isOn: Bool) -> OverlayTag {
        guard case .mark(let isRadio, _) = role else { return self }
        var tag = self
        tag.role = .mark(isRadio: isRadio, isOn: isOn)
        return tag
    }

    /// Whether the mark is drawn; `nil` for other parts.
    package var isOn: Bool? { if case .mark(_, let isOn) = role { isOn } else { nil } }

    /// Returns a description of a mark's state in a language, or else in English.
    ///
    /// The language is given as a tag.
    static func state(_ isOn: Bool, language: String) -> String {
        switch language.prefix(2).lowercased() {
        case "de": isOn ? "angekreuzt" : "nicht angekreuzt"
        case "es": isOn ? "marcado" : "no marcado"
        case "fr": isOn ? "coché" : "non coché"
        default: isOn ? "checked" : "not checked"
        }
    }
}

/// A page of an overlay and its target page in the document.
package struct OverlayPage: Sendable, Hashable {
    /// The page, from 0.
    package var page: Int
    /// The tags of the page's parts, in order; empty for an untagged document.
    package var tags: [OverlayTag]

    package init(page: Int, tags: [OverlayTag] = []) {
        self.page = page
        self.tags = tags
    }
}
