import CPango

/// The fonts, direction and language for laying out paragraphs (`PangoContext`).
///
/// Not thread-safe: a context and its layouts belong to the thread that created it.
package final class TextContext {
    let pointer: OpaquePointer
    package let direction: TextDirection

    /// Creates a context.
    ///
    /// `language` is a BCP 47 tag. It must not depend on the machine's locale, since it determines, for example,
    /// whether Han characters have Chinese or Japanese shapes.
    package init(direction: TextDirection, language: String) {
        // Documents have many layouts, and are mostly set in separate processes.
        pointer = FontContext.make(hasOwnFonts: false)
        self.direction = direction
        pango_context_set_base_dir(pointer, direction.pango)
        pango_context_set_language(pointer, pango_language_from_string(language))
    }

    /// Returns the ascent of a font in points (`pango_font_metrics_get_ascent`).
    package func ascent(of font: FontStyle) -> Double {
        var ascent: Int32 = 0
        font.withDescription {
            let description = $0
            FontFiles.withLock {
                let metrics = pango_context_get_metrics(pointer, description, nil)
                ascent = pango_font_metrics_get_ascent(metrics)
                pango_font_metrics_unref(metrics)
            }
        }
        return Double(ascent) / Double(PANGO_SCALE)
    }

    deinit { FontFiles.withLock { formwright_pango_unref(UnsafeMutableRawPointer(pointer)) } }
}
