/// What a file of values may ask for. Everything is counted while the file is read, before anything is kept of it.
package struct ValueLimits: Sendable, Hashable {
    /// In the file, and in the texts that YAML's aliases stand for.
    package var bytes = 8 << 20
    /// Values, lists and objects, however deep.
    package var nodes = 100_000
    /// Lists and objects within each other.
    package var depth = 32
    /// Keys of one object.
    package var entries = 20_000
    /// Bytes of a key.
    package var keyLength = 4_096
    /// Bytes of a text or number.
    package var valueLength = 256 << 10

    package init() {}
}
