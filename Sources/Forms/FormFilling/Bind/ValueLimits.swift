/// The limits of a values file.
///
/// They are checked while the file is parsed, before anything is stored.
package struct ValueLimits: Sendable, Hashable {
    /// Maximum size in bytes of the file, and of the expansion of YAML aliases.
    package var bytes = 8 << 20
    /// Maximum number of values, lists and objects at all levels.
    package var nodes = 100_000
    /// Maximum nesting depth of lists and objects.
    package var depth = 32
    /// Maximum number of keys in an object.
    package var entries = 20_000
    /// Maximum length of a key in bytes.
    package var keyLength = 4_096
    /// Maximum length of a text or number in bytes.
    package var valueLength = 256 << 10

    package init() {}
}
