package import FailureModel
package import Foundation

/// Reads files named by a user, with error messages for the user.
package enum InputFile {
    /// The default maximum size of a document's file in bytes.
    package static let documentLimit = 512 << 20

    /// Returns a size for messages, such as `64 MB`.
    package static func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MB"
    }

    /// Returns the bytes of a regular file of at most `limit` bytes.
    package static func read(_ url: URL, limit: Int) throws(Failure) -> Data {
        let name = url.lastPathComponent
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            let error = SystemCallError.last("stat")
            throw [ENOENT, ENOTDIR].contains(error.number)
                ? Failure(.inputMissing, "There is no file \(url.path).")
                : Failure(.inputUnreadable, "\(name) cannot be read: \(error.reason).")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.inputUnreadable, "\(name) is not a file.")
        }
        guard status.st_size <= limit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(size(limit)).")
        }
        do throws(SystemCallError) {
            let file = try FileDescriptor.open(url.path, O_RDONLY)
            return try file.closeAfter { () throws(SystemCallError) in try file.readRegularFile(limit: limit) }
        } catch {
            throw Failure(.inputUnreadable, "\(name) cannot be read: \(error.reason).")
        }
    }
}
