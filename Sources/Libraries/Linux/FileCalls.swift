import CLinux
import Foundation

/// System calls on files that Foundation does not have.
package enum FileCalls {
    /// Brings everything written to a file system onto its disk (`syncfs`), which for many small files is far cheaper
    /// than to sync each.
    ///
    /// Write-back errors are told once to every open file: only one that was open when the bytes were written is sure to
    /// hear of them.
    ///
    /// - Parameter descriptor: an open file or folder of the file system.
    /// - Returns: 0, or an `errno`.
    package static func syncFileSystem(of descriptor: Int32) -> Int32 {
        formwright_syncfs(descriptor) == 0 ? 0 : errno
    }

    /// Whether somebody has a file open for writing, as far as the system tells (`fcntl` with `F_SETLEASE`): false as well
    /// for the files of other users, unless this is root, and on file systems without leases.
    ///
    /// - Parameter descriptor: the file, open for reading only.
    package static func hasWriter(_ descriptor: Int32) -> Bool { formwright_has_writer(descriptor) != 0 }

    /// Gives a file another name in one step, unless there is a file of that name (`renameat2` with `RENAME_NOREPLACE`,
    /// or `link` and `unlink` on file systems that do not know it).
    ///
    /// - Returns: 0, or an `errno`; `EEXIST` where there is a file of that name.
    package static func renameWithoutReplacing(_ from: String, to target: String) -> Int32 {
        if formwright_rename_new(from, target) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        return renameByLinking(from, to: target)
    }

    /// The same in two steps. That they are two is not seen from outside: where the second fails the first is taken back,
    /// and who finds a file under both names, after a crash between the steps, does the second.
    ///
    /// - Parameter unlink: removes a name; a test gives one that fails.
    package static func renameByLinking(
        _ from: String, to target: String, unlink: (String) -> Int32 = { Foundation.unlink($0) }
    ) -> Int32 {
        let isOurs = link(from, target) == 0
        if !isOurs {
            let number = errno
            guard number == EEXIST, isOneFile(from, target) else { return number }
        }
        // That the old name is gone is all that was wanted; the file may have no other than the new one then.
        guard unlink(from) != 0, errno != ENOENT else { return 0 }
        let number = errno
        if isOurs { _ = Foundation.unlink(target) }
        return number
    }

    /// Whether two paths are names of one file, links not followed.
    private static func isOneFile(_ path: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard lstat(path, &first) == 0, lstat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
