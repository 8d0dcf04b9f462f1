import CPango
package import FormModel

extension TextLayout {
    /// Lays out a text without emphasis; see ``init(_:families:size:width:isItalic:alignment:)-(FormattedText,_,_,_,_,_)``.
    package convenience init(
        _ text: String, families: String, size: Double, width: Double? = nil, isItalic: Bool = false,
        alignment: Field.Alignment = .left
    ) {
        self.init(
            FormattedText(text), families: families, size: size, width: width, isItalic: isItalic,
            alignment: alignment)
    }

    /// Emphasises stretches of the text; Pango draws the lines under and through them itself.
    func setEmphases(_ stretches: [FormattedText.Stretch]) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        for stretch in stretches {
            func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
                attribute?.pointee.start_index = guint(clamping: stretch.start)
                attribute?.pointee.end_index = guint(clamping: stretch.end)
                // The list owns the attribute.
                pango_attr_list_insert(attributes, attribute)
            }
            let emphasis = stretch.emphasis
            if emphasis.contains(.bold) { add(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
            if emphasis.contains(.italic) { add(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
            if emphasis.contains(.underlined) { add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
            if emphasis.contains(.struckThrough) { add(pango_attr_strikethrough_new(1)) }
            if emphasis.contains(.monospaced) { add(pango_attr_family_new("DejaVu Sans Mono, monospace")) }
        }
        pango_layout_set_attributes(pointer, attributes)
    }
}
