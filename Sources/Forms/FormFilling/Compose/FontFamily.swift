import Cairo

/// The font families available for values.
package enum FontFamily {
    /// Returns whether a family is installed or generic, such as `serif`, ignoring case.
    ///
    /// The first call reads the fonts of the machine, which takes a moment.
    package static func isInstalled(_ family: String) -> Bool { InstalledFonts.contains(family) }
}
