package import DroppedArchive
package import Files
package import Foundation

/// The file operations of a watched folder.
///
/// Tests can interrupt them between any two calls.
package protocol FolderFiles: FileSystem {
    /// Returns whether another process is known to have the file open for writing.
    func hasWriter(_ path: String) -> Bool
    /// Returns the bytes of a regular file of at most `limit` bytes.
    ///
    /// This neither follows links nor waits for pipes.
    func read(_ path: String, limit: Int) throws -> Data
    /// Writes a file, replacing an existing one, and flushes it to disk.
    ///
    /// `permissions` are those of a new file, before the umask applies.
    func write(_ bytes: Data, to path: String, permissions: UInt32) throws
    /// Returns the permissions for results made from a file; `nil` if it is missing.
    func outputPermissions(_ path: String) throws -> UInt32?
    /// Copies a file with its permissions, and flushes the copy to disk.
    ///
    /// The copy may be on another file system.
    func copy(_ path: String, to copy: String) throws
    /// Renames a file atomically.
    ///
    /// This fails with `EEXIST` if the name is taken.
    func renameWithoutReplacing(_ path: String, to newPath: String) throws
    /// Exchanges the names of two files atomically.
    ///
    /// This fails with `EINVAL` or `ENOSYS` on file systems without the operation.
    func exchange(_ path: String, with other: String) throws
    /// Creates a folder and its parents, and flushes their names to disk.
    ///
    /// An existing folder is not an error, and loses permissions beyond those given; another kind of file with its name
    /// is an error (`ENOTDIR`). `permissions` are those of the folder itself, before the umask applies.
    func makeFolder(_ path: String, permissions: UInt32) throws
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws
    /// Returns the contents of a folder at all levels.
    ///
    /// This neither follows links nor leaves the folder's file system.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - limits: beyond these, entries are counted but not listed.
    ///   - findingWriters: whether to check if a process has one of the files open for writing.
    /// - Returns: the listing.
    /// - Throws: ``SystemCallError`` if the folder itself cannot be read.
    func tree(_ path: String, limits: DroppedLimits, findingWriters: Bool) throws -> TreeListing
    /// Passes a regular file beneath a folder to `take` in pieces.
    ///
    /// The file has at most `limit` bytes. This neither follows links, nor leaves the folder or its file system, nor
    /// waits for pipes.
    func read(_ path: String, beneath folder: String, limit: Int64, _ take: (Data) throws -> Void) throws
    /// Passes a regular file of at most `limit` bytes to `take` in pieces.
    func read(_ path: String, limit: Int64, _ take: (Data) throws -> Void) throws
    /// Copies a folder with its contents, and flushes the copy to disk.
    ///
    /// The copy may be on another file system. Pipes and devices are left out, and existing files are replaced.
    func copyTree(_ path: String, to copy: String) throws
    /// Removes a folder with its contents; a missing folder is not an error.
    func removeTree(_ path: String) throws
    /// Locks a file for this process.
    ///
    /// Returns `nil` if another process holds the lock. A missing file is created if `making` is true; otherwise
    /// `ENOENT` is thrown.
    func lock(_ path: String, making: Bool) throws -> (any FileLock)?
}

extension FolderFiles {
    /// Writes a file that everybody may read and write, subject to the umask.
    package func write(_ bytes: Data, to path: String) throws { try write(bytes, to: path, permissions: 0o666) }

    /// Creates a folder that everybody may use, subject to the umask.
    package func makeFolder(_ path: String) throws { try makeFolder(path, permissions: 0o777) }
}
