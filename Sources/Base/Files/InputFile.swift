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

    /// Opens a regular file for reading, which the caller closes.
    package static func open(_ url: URL) throws(Failure) -> FileDescriptor {
        let name = url.lastPathComponent
        do throws(SystemCallError) {
            // A named pipe without a writer would wait for one.
            let file = try FileDescriptor.open(url.path, O_RDONLY | O_NONBLOCK)
            do throws(SystemCallError) {
                if try file.status().st_mode & S_IFMT == S_IFREG { return file }
            } catch {
                try? file.close()
                throw error
            }
            try? file.close()
        } catch {
            throw [ENOENT, ENOTDIR].contains(error.number)
                ? Failure(.inputMissing, "There is no file \(url.path).")
                : Failure(.inputUnreadable, "\(name) cannot be read: \(error.reason).")
        }
        throw Failure(.inputUnreadable, "\(name) is not a file.")
    }

    /// Returns the bytes of a regular file of at most `limit` bytes.
    package static func read(_ url: URL, limit: Int) throws(Failure) -> Data {
        let name = url.lastPathComponent
        let file = try open(url)
        do throws(SystemCallError) {
            return try file.closeAfter { () throws(SystemCallError) in try file.readRegularFile(limit: limit) }
        } catch {
            throw error.number == EFBIG
                ? Failure(.inputTooLarge, "\(name) is larger than the limit of \(size(limit)).")
                : Failure(.inputUnreadable, "\(name) cannot be read: \(error.reason).")
        }
    }
}
