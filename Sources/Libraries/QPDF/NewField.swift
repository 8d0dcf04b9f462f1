package import Geometry

/// A field to be added to a document's AcroForm.
package struct NewField: Sendable {
    /// The name, without dots, which would nest it in another field.
    package var name: String
    /// The name for users (`/TU`).
    package var tooltip: String
    package var kind: Kind
    package var isRequired: Bool
    package var isReadOnly: Bool
    package var widgets: [NewWidget]

    package enum Kind: Sendable {
        case text(Text)
        /// A list with a single selection.
        case choice([String], Text)
        /// A single check box.
        case box
        /// Radio buttons with at most one on.
        case radio
        case signature
    }

    /// The formatting of a field's text.
    package struct Text: Sendable {
        package var size: Double
        package var alignment: TextAlignment
        package var isMultiline: Bool
        package var maxLength: Int?
        /// Whether each of the `maxLength` characters has its own cell.
        package var isComb: Bool
        /// The date format of Acrobat's scripts, such as `mm/dd/yyyy`.
        package var dateFormat: String?

        package init(
            size: Double, alignment: TextAlignment, isMultiline: Bool, maxLength: Int?, isComb: Bool,
            dateFormat: String?
        ) {
            self.size = size
            self.alignment = alignment
            self.isMultiline = isMultiline
            self.maxLength = maxLength
            self.isComb = isComb
            self.dateFormat = dateFormat
        }
    }

    package init(
        name: String, tooltip: String, kind: Kind, isRequired: Bool, isReadOnly: Bool, widgets: [NewWidget]
    ) {
        self.name = name
        self.tooltip = tooltip
        self.kind = kind
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.widgets = widgets
    }
}

/// A widget of a field to be added.
package struct NewWidget: Sendable {
    /// The page, from 0.
    package var page: Int
    /// The region on the displayed page.
    package var region: Region
    /// The name of a button's on state.
    package var state: String?
    /// Whether a button's mark is a dot rather than a cross.
    package var isRound: Bool
    package var hint: WidgetHint

    package init(page: Int, region: Region, state: String?, isRound: Bool, hint: WidgetHint) {
        self.page = page
        self.region = region
        self.state = state
        self.isRound = isRound
        self.hint = hint
    }
}
