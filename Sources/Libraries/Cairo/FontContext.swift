import CCairo
import CPango
import Foundation

/// The Pango context for text layout, one per thread.
///
/// Creating it costs more than laying out a short line of text.
enum FontContext {
    /// The context is released when its thread ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { context in FontFiles.withLock { formwright_pango_unref(context) } }
        return key
    }()

    /// The calling thread's context.
    static var current: OpaquePointer {
        if let known = pthread_getspecific(key) { return OpaquePointer(known) }
        let context = make(hasOwnFonts: true)
        pthread_setspecific(key, UnsafeRawPointer(context))
        return context
    }

    /// Creates a context for the calling thread, to be released by the caller.
    ///
    /// Threads that draw with equal options share cairo's fonts and wait for each other at every glyph. `hasOwnFonts`
    /// prevents this, at the cost of a leak in cairo 1.16 of about half a kilobyte per drawn layout.
    static func make(hasOwnFonts: Bool) -> OpaquePointer {
        // Each thread has its own map.
        let map = pango_cairo_font_map_get_default()
        guard let context = pango_font_map_create_context(map) else { fatalError("Pango has no memory for a context") }
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        // Outlines are kept as designed instead of fitted to a pixel grid, because pages are shown at any size.
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        if hasOwnFonts {
            // A variation axis unknown to all fonts makes the options of threads differ.
            cairo_font_options_set_variations(options, "thrd=\(UInt(bitPattern: map) % 1_000_003)")
        }
        pango_cairo_context_set_font_options(context, options)
        pango_context_set_round_glyph_positions(context, 0)
        return context
    }
}
