/// The limits of a values file.
///
/// Everything is counted while the file is read, before any of it is kept.
package struct ValueLimits: Sendable, Hashable {
    /// The maximum size of the file, and of the texts that YAML aliases stand for, in bytes.
    package var bytes = 8 << 20
    /// The maximum number of values, lists and objects at all levels.
    package var nodes = 100_000
    /// The maximum nesting depth of lists and objects.
    package var depth = 32
    /// The maximum number of keys in an object.
    package var entries = 20_000
    /// The maximum length of a key in bytes.
    package var keyLength = 4_096
    /// The maximum length of a text or number in bytes.
    package var valueLength = 256 << 10

    package init() {}
}
