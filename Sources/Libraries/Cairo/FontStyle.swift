import CPango

/// A requested font.
package struct FontStyle: Hashable, Sendable {
    /// Families in order of preference, separated by commas.
    package var families: String
    /// The size in points.
    package var size: Double
    /// The weight as in CSS: 400 is regular, 700 is bold.
    package var weight: Int
    package var isItalic: Bool
    /// Whether optional ligatures such as fl are used (`liga`, `clig`).
    ///
    /// Scripts that require ligatures have them anyway.
    package var hasLigatures: Bool

    package init(
        families: String, size: Double, weight: Int = 400, isItalic: Bool = false, hasLigatures: Bool = true
    ) {
        self.families = families
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.hasLigatures = hasLigatures
    }

    /// Calls `body` with a font description of the style (`PangoFontDescription`).
    func withDescription(_ body: (OpaquePointer?) -> Void) {
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, families)
        pango_font_description_set_absolute_size(description, max(0, size) * Double(PANGO_SCALE))
        pango_font_description_set_weight(
            description, PangoWeight(rawValue: UInt32(min(max(weight, 100), 1_000))))
        pango_font_description_set_style(description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        body(description)
    }
}
