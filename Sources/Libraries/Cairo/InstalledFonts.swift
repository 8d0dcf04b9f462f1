import CPango

/// The fonts of the machine.
package enum InstalledFonts {
    /// The number of font families.
    package static var count: Int {
        var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: Int32 = 0
        pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count)
        g_free(families)
        return Int(count)
    }
}
