import CLinux
import Foundation

/// System calls on files that Foundation does not provide.
package enum FileCalls {
    /// Flushes everything written to a file system to disk (`syncfs`), which for many small files is far cheaper than
    /// to sync each of them.
    ///
    /// Write-back errors are reported once to every open file: only a file that was open when the bytes were written is
    /// sure to receive them.
    ///
    /// - Parameter descriptor: an open file or folder of the file system.
    /// - Returns: 0, or an `errno`.
    package static func syncFileSystem(of descriptor: Int32) -> Int32 {
        formwright_syncfs(descriptor) == 0 ? 0 : errno
    }

    /// Whether a process has a file open for writing, if the system can tell (`fcntl` with `F_SETLEASE`).
    ///
    /// Also false for other users' files, unless this process runs as root, and on file systems without leases. The
    /// file must be open for reading only.
    package static func hasWriter(_ descriptor: Int32) -> Bool { formwright_has_writer(descriptor) != 0 }

    /// Renames a file atomically unless the new name is taken (`renameat2` with `RENAME_NOREPLACE`, or `link` and
    /// `unlink` on file systems that do not support it).
    ///
    /// - Returns: 0, or an `errno`; `EEXIST` if the name is taken.
    package static func renameWithoutReplacing(_ from: String, to target: String) -> Int32 {
        if formwright_rename_new(from, target) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        return renameByLinking(from, to: target)
    }

    /// Exchanges the names of two files atomically (`renameat2` with `RENAME_EXCHANGE`).
    ///
    /// - Returns: 0, or an `errno`; `EINVAL` or `ENOSYS` if the file system cannot do it.
    package static func exchange(_ path: String, with other: String) -> Int32 {
        formwright_exchange(path, other) == 0 ? 0 : errno
    }

    /// Renames a file in two steps.
    ///
    /// This is not visible from outside: if the second step fails, the first is undone, and if a crash between the
    /// steps leaves a file under both names, the next call performs the second. `unlink` removes a name; a test passes
    /// one that fails.
    package static func renameByLinking(
        _ from: String, to target: String, unlink: (String) -> Int32 = { Foundation.unlink($0) }
    ) -> Int32 {
        let isOurs = link(from, target) == 0
        if !isOurs {
            let number = errno
            guard number == EEXIST, isOneFile(from, target) else { return number }
        }
        // The old name is gone, as intended; the file may then exist only under the new one.
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
