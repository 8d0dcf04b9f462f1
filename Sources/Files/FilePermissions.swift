import Foundation

/// The permissions of new outputs, which are readable only by users who can read all inputs.
package enum FilePermissions {
    /// Makes new files readable by their user only.
    package static func restrictToUser() { umask(0o077) }

    /// Removes from the permissions of new files those that an input lacks.
    ///
    /// Must be called before anything is written, since the mask (`umask`) applies to the whole process. A file that is
    /// replaced keeps its own permissions.
    ///
    /// - Parameter inputs: paths; `-` is standard input, which may be a file.
    package static func inherit(from inputs: [String?]) {
        var allowed: mode_t = 0o666
        for input in inputs.compactMap(\.self) {
            var status = stat()
            guard (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let everybody = status.st_mode & 0o6
            // Outputs belong to this process's group. If the input belongs to another group, the members of this one get
            // no more than everybody.
            let group = status.st_gid == getegid() ? status.st_mode & 0o60 : everybody << 3
            allowed &= 0o600 | group | everybody
        }
        let mask = umask(0o777)
        umask(mask | (0o666 & ~allowed))
    }
}
