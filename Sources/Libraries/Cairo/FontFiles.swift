import CCairo
import CPango
import Foundation

/// The font files opened by cairo, shared by all threads of the process.
///
/// cairo 1.16 keeps ten files open (`MAX_OPEN_FACES` in its `cairo-ft-font.c`). To open another one, it closes any that
/// no thread holds, and does not notice if a thread begins to use that file meanwhile. Therefore fonts are found and
/// laid out by one thread at a time, and a file used by a layout is never closed afterwards, so that drawing needs no
/// lock.
package enum FontFiles {
    private static let lock = NSRecursiveLock()
    /// The `FT_Face` of each file kept open.
    ///
    /// Unchecked sharing is safe: it is accessed only under `lock`.
    nonisolated(unsafe) private static var kept: Set<OpaquePointer> = []
    /// The key that marks cairo's fonts with files kept open; cairo compares its address.
    ///
    /// Unchecked sharing is safe: nobody reads or writes the pointee.
    nonisolated(unsafe) private static let mark = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

    /// Runs code that may open a font file, exclusively in the process.
    ///
    /// This applies to layouts, their measurements, and libraries that draw with fonts themselves.
    package static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock(body)
    }

    /// Runs `body`, with the lock only if needed.
    static func withLock(if isNeeded: Bool, _ body: () -> Void) {
        if isNeeded { withLock(body) } else { body() }
    }

    /// Keeps the font files of a layout's glyphs open.
    static func keepOpen(fontsOf layout: OpaquePointer) {
        let runs = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(runs) }
        repeat {
            if let item = pango_layout_iter_get_run_readonly(runs)?.pointee.item {
                keepOpen(item.pointee.analysis.font)
            }
        } while pango_layout_iter_next_run(runs) != 0
    }

    private static func keepOpen(_ font: UnsafeMutablePointer<PangoFont>?) {
        withLock {
            guard let font, let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font)),
                cairo_scaled_font_get_type(scaled) == CAIRO_FONT_TYPE_FT,
                cairo_scaled_font_get_user_data(scaled, mark) == nil,
                let face = cairo_ft_scaled_font_lock_face(scaled).map(OpaquePointer.init)
            else { return }
            cairo_scaled_font_set_user_data(scaled, mark, mark, nil)
            if kept.insert(face).inserted {
                // cairo closes neither a locked file nor that of a referenced font.
                cairo_scaled_font_reference(scaled)
            } else {
                cairo_ft_scaled_font_unlock_face(scaled)
            }
        }
    }
}
