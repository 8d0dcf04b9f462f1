import Cairo

/// The font families in which values can be written.
package enum FontFamily {
    /// Returns whether a family is installed, or is a generic one such as `serif`; case does not matter.
    ///
    /// The fonts of the machine are read the first time, which takes a moment.
    package static func isInstalled(_ family: String) -> Bool { InstalledFonts.contains(family) }
}
