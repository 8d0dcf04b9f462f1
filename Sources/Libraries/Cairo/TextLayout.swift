import CCairo
import CPango
package import Geometry
package import Values

/// A text shaped and broken into lines by Pango, with font fallback and right-to-left paragraphs.
///
/// Sizes are in points. Not thread-safe: it must be created and drawn on the same thread.
package final class TextLayout {
    let pointer: OpaquePointer
    /// Whether Pango needs further fonts to draw it: that of the boxes for missing characters, and those of a sample text
    /// by which it places lines under and through words.
    let opensFontsWhileDrawn: Bool

    /// Where lines can break.
    package enum Breaks: Sendable {
        /// Where the rules of the script allow it; a word that is wider than the line sticks out.
        case betweenWords
        /// Also within a word that is wider than the line.
        case anywhere
    }

    /// Lays out a text of a size in points.
    ///
    /// `families` are font families in order of preference, separated by commas. Lines break at `width`; if it is
    /// `nil`, each paragraph stays on one line. No hyphens are added, and addresses of e-mail and numbers are never
    /// broken.
    package init(
        _ text: FormattedText, families: String, size: Double, width: Double? = nil, breaks: Breaks = .anywhere,
        isItalic: Bool = false, alignment: TextAlignment = .left
    ) {
        pointer = FontFiles.withLock {
            let pointer = Self.layOut(
                text, families: families, size: size, width: width, breaks: breaks, isItalic: isItalic,
                alignment: alignment)
            FontFiles.keepOpen(fontsOf: pointer)
            return pointer
        }
        opensFontsWhileDrawn = !text.stretches.isEmpty || pango_layout_get_unknown_glyphs_count(pointer) > 0
    }

    private static func layOut(
        _ text: FormattedText, families: String, size: Double, width: Double?, breaks: Breaks, isItalic: Bool,
        alignment: TextAlignment
    ) -> OpaquePointer {
        let emphases = text.stretches
        let text = text.text
        let pointer: OpaquePointer = pango_layout_new(FontContext.current)
        let font = pango_font_description_from_string(families)
        defer { pango_font_description_free(font) }
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        if isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
        pango_layout_set_font_description(pointer, font)
        pango_layout_set_text(pointer, text, Int32(text.utf8.count))
        pango_layout_set_auto_dir(pointer, 1)
        pango_layout_set_alignment(pointer, alignment.pango)
        setAttributes(of: pointer, emphases, unbroken: width == nil ? [] : UnbrokenWords.ranges(in: text))
        if let width {
            switch breaks {
            case .betweenWords: pango_layout_set_wrap(pointer, PANGO_WRAP_WORD)
            case .anywhere:
                pango_layout_set_wrap(pointer, hasEndlessWord(pointer) ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
            }
            pango_layout_set_width(pointer, Int32((width * Double(PANGO_SCALE)).rounded(.down)))
        }
        // Pango computes the layout now, and not when it is drawn.
        pango_layout_get_extents(pointer, nil, nil)
        return pointer
    }

    /// Whether a layout without a width has a word longer than any line should be.
    ///
    /// Pango looks for breaks between its letters only after trying it whole, which takes time that grows with the
    /// square of its length.
    static func hasEndlessWord(_ pointer: OpaquePointer?) -> Bool {
        let limit = 1_000
        guard pango_layout_get_character_count(pointer) > limit else { return false }
        var count: Int32 = 0
        guard let attributes = pango_layout_get_log_attrs_readonly(pointer, &count) else { return false }
        var start = 0
        for place in 0..<Int(count) where attributes[place].is_line_break != 0 {
            if place - start > limit { return true }
            start = place
        }
        return Int(count) - start > limit
    }

    deinit { formwright_pango_unref(UnsafeMutableRawPointer(pointer)) }

    /// The box of the lines, relative to the layout's origin.
    package var extent: Region {
        var logical = PangoRectangle()
        FontFiles.withLock { pango_layout_get_extents(pointer, nil, &logical) }
        return Self.region(logical)
    }

    /// The box of the ink, relative to the layout's origin.
    package var ink: Region {
        var ink = PangoRectangle()
        FontFiles.withLock { pango_layout_get_extents(pointer, &ink, nil) }
        return Self.region(ink)
    }

    /// The distance from the layout's top to the first baseline.
    package var baseline: Double {
        Double(FontFiles.withLock { pango_layout_get_baseline(pointer) }) / Double(PANGO_SCALE)
    }

    package var lineCount: Int { Int(pango_layout_get_line_count(pointer)) }

    /// Whether the first paragraph runs from right to left.
    package var isRightToLeft: Bool {
        guard let line = pango_layout_get_line_readonly(pointer, 0) else { return false }
        return pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    }

    /// The first character for which no installed font has a glyph (`pango_layout_get_unknown_glyphs_count`).
    package var missingGlyph: Unicode.Scalar? { Self.missingGlyphs(in: pointer).first }

    /// The characters of a layout for which no installed font has a glyph, each as often as it occurs.
    static func missingGlyphs(in pointer: OpaquePointer) -> [Unicode.Scalar] {
        guard pango_layout_get_unknown_glyphs_count(pointer) > 0 else { return [] }
        var missing: [Unicode.Scalar] = []
        let lines = pango_layout_get_iter(pointer)
        defer { pango_layout_iter_free(lines) }
        repeat {
            guard let run = pango_layout_iter_get_run_readonly(lines)?.pointee,
                let glyphs = run.glyphs?.pointee, let items = glyphs.glyphs
            else { continue }
            for i in 0..<Int(glyphs.num_glyphs) where items[i].glyph & Self.unknownFlag != 0 {
                if let scalar = Unicode.Scalar(items[i].glyph & ~Self.unknownFlag) { missing.append(scalar) }
            }
        } while pango_layout_iter_next_run(lines) != 0
        return missing
    }

    /// `PANGO_GLYPH_UNKNOWN_FLAG`, a macro with a cast that Swift does not import.
    private static let unknownFlag: UInt32 = 0x1000_0000

    private static func region(_ r: PangoRectangle) -> Region {
        let scale = Double(PANGO_SCALE)
        return Region(
            x: Double(r.x) / scale, y: Double(r.y) / scale, width: Double(r.width) / scale,
            height: Double(r.height) / scale)
    }
}

extension TextAlignment {
    fileprivate var pango: PangoAlignment {
        switch self {
        case .left: PANGO_ALIGN_LEFT
        case .center: PANGO_ALIGN_CENTER
        case .right: PANGO_ALIGN_RIGHT
        }
    }
}
