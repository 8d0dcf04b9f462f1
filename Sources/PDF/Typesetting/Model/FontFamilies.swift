import Cairo

/// A list of font families in order of preference, separated by commas.
///
/// See ``TextStyle/families``.
package enum FontFamilies {
    /// Returns whether any family of a list is installed.
    package static func areInstalled(_ list: String) -> Bool {
        list.split(separator: ",").contains { name in
            InstalledFonts.contains(String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
    }
}
