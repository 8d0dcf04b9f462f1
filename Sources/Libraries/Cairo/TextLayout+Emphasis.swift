import CPango
package import Geometry
import Values

extension TextLayout {
    /// Lays out a text without emphasis.
    ///
    /// See ``init(_:families:size:width:isItalic:alignment:)-(FormattedText,_,_,_,_,_,_)``.
    package convenience init(
        _ text: String, families: String, size: Double, width: Double? = nil, isItalic: Bool = false,
        alignment: TextAlignment = .left
    ) {
        self.init(
            FormattedText(text), families: families, size: size, width: width, isItalic: isItalic,
            alignment: alignment)
    }

    /// Sets the emphasis of stretches; Pango draws underlines and strikethroughs itself.
    ///
    /// `unbroken` are the byte ranges of words to keep whole.
    static func setAttributes(
        of pointer: OpaquePointer, _ stretches: [FormattedText.Stretch], unbroken: [Range<Int>]
    ) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ bytes: Range<Int>) {
            attribute?.pointee.start_index = guint(clamping: bytes.lowerBound)
            attribute?.pointee.end_index = guint(clamping: bytes.upperBound)
            // The list owns the attribute.
            pango_attr_list_insert(attributes, attribute)
        }
        // A broken word of a value must not gain a character.
        add(pango_attr_insert_hyphens_new(0), 0..<Int(UInt32.max))
        for bytes in unbroken { add(pango_attr_allow_breaks_new(0), bytes) }
        for stretch in stretches {
            let (emphasis, bytes) = (stretch.emphasis, stretch.start..<stretch.end)
            if emphasis.contains(.bold) { add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), bytes) }
            if emphasis.contains(.italic) { add(pango_attr_style_new(PANGO_STYLE_ITALIC), bytes) }
            if emphasis.contains(.underlined) { add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), bytes) }
            if emphasis.contains(.struckThrough) { add(pango_attr_strikethrough_new(1), bytes) }
            if emphasis.contains(.monospaced) { add(pango_attr_family_new("DejaVu Sans Mono, monospace"), bytes) }
        }
        pango_layout_set_attributes(pointer, attributes)
    }
}
