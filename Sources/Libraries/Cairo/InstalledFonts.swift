import CPango

/// The fonts installed on the machine.
package enum InstalledFonts {
    /// The number of font families.
    package static var count: Int { names.count }

    /// Returns whether a family is installed or generic such as `serif`, ignoring case.
    package static func contains(_ family: String) -> Bool { known.contains(family.lowercased()) }

    private static let known = Set(names.map { $0.lowercased() } + ["serif", "sans-serif", "sans", "monospace"])

    private static var names: [String] {
        var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: Int32 = 0
        pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count)
        defer { g_free(families) }
        return (0..<Int(count)).compactMap {
            families?[$0].flatMap(pango_font_family_get_name).map { String(cString: $0) }
        }
    }
}
