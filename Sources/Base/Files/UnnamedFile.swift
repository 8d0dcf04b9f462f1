import Foundation

/// An open file without a name, deleted at the end of the value's lifetime.
package struct UnnamedFile: ~Copyable {
    /// The descriptor for reading and writing, valid as long as the value.
    package let descriptor: FileDescriptor

    /// Creates an empty temporary file that only this user can read.
    package init() throws(SystemCallError) {
        let path = FileManager.default.temporaryDirectory.path + "/formwright-\(UUID().uuidString)"
        descriptor = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        unlink(path)
    }

    deinit { try? descriptor.close() }

    /// Moves the position to the beginning.
    package func rewind() throws(SystemCallError) {
        guard lseek(descriptor.rawValue, 0, SEEK_SET) == 0 else { throw .last("lseek") }
    }
}
