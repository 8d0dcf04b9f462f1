import CLinux
import Foundation

/// System calls on files that are missing in Foundation.
package enum FileCalls {
    /// Flushes everything written to a file system to disk (`syncfs`).
    ///
    /// For many small files this is far cheaper than to sync each of them. Write-back errors are reported once to every
    /// open file: only a file that was open when the bytes were written is sure to receive them.
    ///
    /// - Parameter descriptor: an open file or folder of the file system.
    /// - Returns: 0, or an `errno`.
    package static func syncFileSystem(of descriptor: Int32) -> Int32 {
        formwright_syncfs(descriptor) == 0 ? 0 : errno
    }

    /// Returns whether a process has a file open for writing (`fcntl` with `F_SETLEASE`).
    ///
    /// It is also false for other users' files, unless this process runs as root, and on file systems without leases.
    /// The file must be open for reading only.
    package static func hasWriter(_ descriptor: Int32) -> Bool { formwright_has_writer(descriptor) != 0 }

    /// Opens a file or folder beneath an open folder for reading (`openat2`).
    ///
    /// No link is followed, neither another file system nor anything outside the folder is reached, and pipes do not
    /// block. Where the kernel lacks the call, the path is opened step by step.
    ///
    /// - Parameters:
    ///   - folder: the descriptor of the folder.
    ///   - path: a relative path.
    ///   - isFolder: whether a folder is expected; anything else is then `ENOTDIR`.
    ///   - hasBeneath: whether the call may be used; false in tests of the alternative.
    /// - Returns: the descriptor, or an `errno`: `ELOOP` for a link, `EXDEV` for another file system or a path that
    ///   leaves the folder.
    package static func openBeneath(
        _ folder: Int32, _ path: String, isFolder: Bool = false, hasBeneath: Bool = true
    ) -> (descriptor: Int32, errno: Int32) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (isFolder ? O_DIRECTORY : 0)
        while hasBeneath {
            let descriptor = formwright_open_beneath(folder, path, flags)
            if descriptor >= 0 { return (descriptor, 0) }
            // EAGAIN: something was renamed meanwhile.
            if errno == EINTR || errno == EAGAIN { continue }
            if errno == ENOSYS || errno == EPERM { break }
            return (-1, errno)
        }
        return openStepwise(folder, path, flags)
    }

    private static func openStepwise(_ folder: Int32, _ path: String, _ flags: Int32) -> (
        descriptor: Int32, errno: Int32
    ) {
        var root = stat()
        guard fstat(folder, &root) == 0 else { return (-1, errno) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !["", ".", ".."].contains($0) }) else { return (-1, EXDEV) }
        var current = folder
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let next = openat(current, String(part), isLast ? flags : flags | O_DIRECTORY)
            let number = errno
            if current != folder { close(current) }
            guard next >= 0 else { return (-1, number) }
            var status = stat()
            guard fstat(next, &status) == 0, status.st_dev == root.st_dev else {
                close(next)
                return (-1, EXDEV)
            }
            current = next
        }
        return (current, 0)
    }

    /// Renames a file atomically unless the new name is taken.
    ///
    /// It uses `renameat2` with `RENAME_NOREPLACE`, or `link` and `unlink` on file systems without it.
    ///
    /// - Returns: 0, or an `errno`; `EEXIST` if the name is taken.
    package static func renameWithoutReplacing(_ from: String, to target: String) -> Int32 {
        if formwright_rename_new(from, target) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        var status = stat()
        guard lstat(from, &status) == 0 else { return errno }
        if status.st_mode & S_IFMT == S_IFDIR { return renameFolder(from, to: target) }
        return renameByLinking(from, to: target)
    }

    /// Renames a folder over a newly created empty one.
    ///
    /// Files put there in between are not lost.
    ///
    /// - Returns: 0, or an `errno`; `EEXIST` if the name is taken.
    package static func renameFolder(_ from: String, to target: String) -> Int32 {
        guard mkdir(target, 0o700) == 0 else { return errno }
        if rename(from, target) == 0 { return 0 }
        let number = errno
        _ = rmdir(target)
        return number == ENOTEMPTY ? EEXIST : number
    }

    /// Exchanges the names of two files atomically (`renameat2` with `RENAME_EXCHANGE`).
    ///
    /// - Returns: 0, or an `errno`; `EINVAL` or `ENOSYS` if the file system does not support it.
    package static func exchange(_ path: String, with other: String) -> Int32 {
        formwright_exchange(path, other) == 0 ? 0 : errno
    }

    /// Renames a file in two steps.
    ///
    /// This is invisible from outside: if the second step fails, the first is undone, and if a crash between the steps
    /// leaves a file under both names, the next call performs the second. `unlink` removes a name; a test passes a
    /// failing one.
    package static func renameByLinking(
        _ from: String, to target: String, unlink: (String) -> Int32 = { Foundation.unlink($0) }
    ) -> Int32 {
        let isOurs = link(from, target) == 0
        if !isOurs {
            let number = errno
            guard number == EEXIST, isOneFile(from, target) else { return number }
        }
        // The old name is gone as intended; the file may then exist only under the new one.
        guard unlink(from) != 0, errno != ENOENT else { return 0 }
        let number = errno
        if isOurs { _ = Foundation.unlink(target) }
        return number
    }

    /// Whether two paths refer to the same file, without following links.
    private static func isOneFile(_ path: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard lstat(path, &first) == 0, lstat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
