import Foundation

/// The result of a hash function.
package struct Digest: Sequence, Hashable, Sendable, ContiguousBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns an iterator over the bytes.
    package func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    /// The number of bytes.
    package var underestimatedCount: Int { bytes.count }

    /// Calls a function with the bytes.
    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }
}
