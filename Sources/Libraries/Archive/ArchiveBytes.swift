package import Foundation

/// The bytes of an archive in memory, for any number of readers.
///
/// They are copied once, since libarchive needs them at a fixed address.
package final class ArchiveBytes {
    let buffer: UnsafeMutableRawBufferPointer

    /// Copies bytes.
    package init(_ bytes: Data) {
        buffer = .allocate(byteCount: bytes.count, alignment: 1)
        bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
    }

    deinit { buffer.deallocate() }
}
