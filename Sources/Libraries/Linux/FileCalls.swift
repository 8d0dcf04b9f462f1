import CLinux
import Foundation

/// System calls on files that Foundation does not have.
public enum FileCalls {
    /// Brings everything written to a file system onto its disk (`syncfs`), which for many small files is far cheaper
    /// than to sync each.
    ///
    /// Write-back errors are told once to every open file: only one that was open when the bytes were written is sure to
    /// hear of them.
    ///
    /// - Parameter descriptor: an open file or folder of the file system.
    /// - Returns: 0, or an `errno`.
    public static func syncFileSystem(of descriptor: Int32) -> Int32 {
        formwright_syncfs(descriptor) == 0 ? 0 : errno
    }

    /// Gives a file another name in one step, unless there is a file of that name (`renameat2` with `RENAME_NOREPLACE`,
    /// or `link` and `unlink` on file systems that do not know it).
    ///
    /// - Returns: 0, or an `errno`; `EEXIST` where there is a file of that name.
    public static func renameWithoutReplacing(_ from: String, to target: String) -> Int32 {
        if formwright_rename_new(from, target) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        guard link(from, target) == 0 else { return errno }
        unlink(from)
        return 0
    }
}
