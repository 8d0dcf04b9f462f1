import Cairo

/// A list of font families in order of preference, separated by commas, as in ``TextStyle/families``.
package enum FontFamilies {
    /// Whether at least one family of a list is installed.
    package static func areInstalled(_ list: String) -> Bool {
        list.split(separator: ",").contains { name in
            InstalledFonts.contains(String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
    }
}
