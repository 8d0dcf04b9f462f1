package import FailureModel
package import Foundation

/// Creates folders for outputs.
package enum OutputFolder {
    /// Creates a folder with its parents; an existing one is unchanged.
    ///
    /// - Parameters:
    ///   - url: the folder.
    ///   - mode: the permissions of created folders, before the process's umask is applied.
    /// - Throws: `output_unwritable` or `disk_full`.
    package static func make(_ url: URL, mode: mode_t = 0o777) throws(Failure) {
        do throws(SystemCallError) {
            try make(url.path, mode)
        } catch {
            throw error.failure(writing: "The folder \(url.path)")
        }
    }

    private static func make(_ path: String, _ mode: mode_t) throws(SystemCallError) {
        if mkdir(path, mode) == 0 { return }
        var error = SystemCallError.last("mkdir")
        let parent = (path as NSString).deletingLastPathComponent
        if error.number == ENOENT, !parent.isEmpty, parent != path {
            try make(parent, mode)
            if mkdir(path, mode) == 0 { return }
            error = .last("mkdir")
        }
        var status = stat()
        if error.number == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        throw error
    }
}
