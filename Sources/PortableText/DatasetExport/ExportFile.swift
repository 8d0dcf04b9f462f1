import FailureModel
import Files
import Foundation

/// Opens the files of exports.
enum ExportFile {
    /// Opens a regular file for reading.
    ///
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: `input_missing`, `input_unreadable`.
    static func open(_ url: URL) throws(Failure) -> FileDescriptor {
        let name = url.lastPathComponent
        do throws(SystemCallError) {
            // A named pipe without a writer would wait for one.
            let file = try FileDescriptor.open(url.path, O_RDONLY | O_NONBLOCK)
            guard try file.status().st_mode & S_IFMT == S_IFREG else {
                try file.close()
                throw SystemCallError("open", EINVAL)
            }
            return file
        } catch {
            if [ENOENT, ENOTDIR].contains(error.number) {
                throw Failure(.inputMissing, "There is no file \(url.path).")
            }
            throw error.number == EINVAL
                ? Failure(.inputUnreadable, "\(name) is not a file.")
                : Failure(.inputUnreadable, "\(name) cannot be read: \(error.reason).")
        }
    }
}
