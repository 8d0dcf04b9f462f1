import Foundation

/// An open file without a name, which is gone when the value's life ends.
package struct UnnamedFile: ~Copyable {
    /// For reading and writing, valid as long as the value.
    package let descriptor: FileDescriptor

    /// Creates an empty file in the folder for temporary files, which only this user can read.
    package init() throws(SystemCallError) {
        let path = FileManager.default.temporaryDirectory.path + "/formwright-\(UUID().uuidString)"
        descriptor = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        unlink(path)
    }

    deinit { try? descriptor.close() }

    /// Continues to read and write at the beginning.
    package func rewind() throws(SystemCallError) {
        guard lseek(descriptor.rawValue, 0, SEEK_SET) == 0 else { throw .last("lseek") }
    }
}
