/// A section at the root of a settings file, as a module reads it.
package protocol SettingsSection: Sendable {
    /// The key of the section.
    static var section: String { get }

    /// Reads the section, or takes the defaults if there is none; mistakes are reported to its nodes.
    init(reading node: SettingsNode?)
}
