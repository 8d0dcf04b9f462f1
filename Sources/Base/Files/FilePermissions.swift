package import Foundation

/// The permissions of new outputs, readable only by users who can read all inputs.
package struct FilePermissions: Hashable, Sendable {
    /// The bits of `chmod`, without execution.
    package let mode: mode_t

    private init(mode: mode_t) { self.mode = mode }

    /// The permissions of outputs without private inputs.
    package static let usual = FilePermissions(mode: 0o666)
    /// The permissions of outputs that only their user can read.
    package static let ownerOnly = FilePermissions(mode: 0o600)

    /// Creates permissions for outputs from a file; `nil` without a regular file.
    ///
    /// - Parameter input: a path, with links followed; `-` is standard input, which may be a file.
    package init?(ofOutputsFrom input: String) {
        var status = stat()
        guard (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let everybody = status.st_mode & 0o6
        // Outputs belong to this process's group. If the input belongs to another group, this group gets no more access
        // than everybody.
        let group = status.st_gid == getegid() ? status.st_mode & 0o60 : everybody << 3
        mode = 0o600 | group | everybody
    }

    /// Returns the permissions common to this and another input.
    package func less(_ other: FilePermissions?) -> FilePermissions {
        FilePermissions(mode: mode & (other ?? .usual).mode)
    }

    // MARK: A process with one set of inputs

    /// Makes new files accessible only to their user.
    package static func restrictToUser() { ownerOnly.apply() }

    /// Removes permissions that an input lacks from new files.
    ///
    /// This must be called before anything is written, since the mask (`umask`) applies to the whole process. A
    /// replaced file keeps its own permissions.
    ///
    /// - Parameter inputs: paths; `-` is standard input, which may be a file.
    package static func inherit(from inputs: [String?]) {
        inputs.compactMap(\.self).reduce(usual) { $0.less(FilePermissions(ofOutputsFrom: $1)) }.apply()
    }

    /// Removes permissions that any file in a folder lacks from new files.
    package static func inherit(fromFolder folder: String) {
        let files = FileManager.default.enumerator(atPath: folder)
        var allowed = usual
        while let name = files?.nextObject() as? String, allowed != ownerOnly {
            allowed = allowed.less(FilePermissions(ofOutputsFrom: "\(folder)/\(name)"))
        }
        allowed.apply()
    }

    private func apply() {
        let mask = umask(0o777)
        umask(mask | (0o666 & ~mode) | (self == .ownerOnly ? 0o077 : 0))
    }
}
