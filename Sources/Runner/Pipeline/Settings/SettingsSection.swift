/// A root section of a settings file, read by its module.
package protocol SettingsSection: Sendable {
    /// The key of the section.
    static var section: String { get }

    /// Reads the section, or takes the defaults without one.
    ///
    /// Errors are reported to its nodes.
    init(reading node: SettingsNode?)
}
