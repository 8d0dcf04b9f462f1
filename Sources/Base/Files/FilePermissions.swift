package import Foundation

/// The permissions of new outputs, which are readable only by users who can read all inputs.
package struct FilePermissions: Hashable, Sendable {
    /// The bits of `chmod`; those of a file that nobody executes.
    package let mode: mode_t

    private init(mode: mode_t) { self.mode = mode }

    /// Those of outputs that are made of nothing private.
    package static let usual = FilePermissions(mode: 0o666)
    /// Those of outputs that only their user can read.
    package static let ownerOnly = FilePermissions(mode: 0o600)

    /// The permissions of outputs that are made of the file at a path; `nil` if there is no regular file.
    ///
    /// - Parameter input: a path, of which a link is followed; `-` is standard input, which may be a file.
    package init?(ofOutputsFrom input: String) {
        var status = stat()
        guard (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let everybody = status.st_mode & 0o6
        // Outputs belong to this process's group. If the input belongs to another group, the members of this one get
        // no more than everybody.
        let group = status.st_gid == getegid() ? status.st_mode & 0o60 : everybody << 3
        mode = 0o600 | group | everybody
    }

    /// Those of outputs that are made of several inputs.
    package func less(_ other: FilePermissions?) -> FilePermissions {
        FilePermissions(mode: mode & (other ?? .usual).mode)
    }

    // MARK: A process with one set of inputs

    /// Makes new files readable by their user only.
    package static func restrictToUser() { ownerOnly.apply() }

    /// Removes from the permissions of new files those that an input lacks.
    ///
    /// Must be called before anything is written, since the mask (`umask`) applies to the whole process. A file that is
    /// replaced keeps its own permissions.
    ///
    /// - Parameter inputs: paths; `-` is standard input, which may be a file.
    package static func inherit(from inputs: [String?]) {
        inputs.compactMap(\.self).reduce(usual) { $0.less(FilePermissions(ofOutputsFrom: $1)) }.apply()
    }

    /// The same for all files in a folder.
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
