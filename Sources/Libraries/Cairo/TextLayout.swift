import CCairo
import CPango
package import Geometry
package import Values

/// A text shaped and broken into lines by Pango.
///
/// Fonts have fallbacks, and paragraphs can run from right to left. Sizes are in points. Not thread-safe: it must be
/// created and drawn on the same thread.
package final class TextLayout {
    let pointer: OpaquePointer
    /// Whether Pango opens further fonts while drawing.
    ///
    /// These are the font of boxes for missing characters, and the fonts of a sample text for the position of
    /// underlines and strikethroughs.
    let opensFontsWhileDrawn: Bool

    /// The permitted line breaks.
    package enum Breaks: Sendable {
        /// As the script allows; a word wider than the line overflows.
        case betweenWords
        /// Also within a word wider than the line.
        case anywhere
    }

    /// Lays out a text with a size in points.
    ///
    /// `families` are font families in order of preference, separated by commas. Lines break at `width`; if it is
    /// `nil`, each paragraph stays on one line. No hyphens are added, and e-mail addresses and numbers are never
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
        // Pango computes the layout now rather than when it is drawn.
        pango_layout_get_extents(pointer, nil, nil)
        return pointer
    }

    /// Returns whether an unwrapped layout has a word longer than any sensible line.
    ///
    /// Pango looks for breaks within such a word only after trying it as a whole, which takes quadratic time.
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

    /// The logical box of the lines, relative to the layout's origin.
    package var extent: Region {
        var logical = PangoRectangle()
        FontFiles.withLock { pango_layout_get_extents(pointer, nil, &logical) }
        return Self.region(logical)
    }

    /// The ink box, relative to the layout's origin.
    package var ink: Region {
        var ink = PangoRectangle()
        FontFiles.withLock { pango_layout_get_extents(pointer, &ink, nil) }
        return Self.region(ink)
    }

    /// The distance from the top of the layout to the first baseline.
    package var baseline: Double {
        Double(FontFiles.withLock { pango_layout_get_baseline(pointer) }) / Double(PANGO_SCALE)
    }

    /// The byte at which the second line begins, if there is one.
    package var secondLineStart: Int? {
        guard lineCount > 1 else { return nil }
        return pango_layout_get_line_readonly(pointer, 1).map { Int($0.pointee.start_index) }
    }

    package var lineCount: Int { Int(pango_layout_get_line_count(pointer)) }

    /// Whether the first paragraph runs from right to left.
    package var isRightToLeft: Bool {
        guard let line = pango_layout_get_line_readonly(pointer, 0) else { return false }
        return pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    }

    /// The first character without a glyph in any installed font, if any.
    ///
    /// See `pango_layout_get_unknown_glyphs_count`.
    package var missingGlyph: Unicode.Scalar? { Self.missingGlyphs(in: pointer).first }

    /// Returns the characters without a glyph in any installed font, with repetitions.
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

    /// `PANGO_GLYPH_UNKNOWN_FLAG`, a macro with a cast, which Swift does not import.
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
