package import DroppedArchive
package import Files
package import Foundation

/// The file operations used by a watched folder; tests can interrupt them between any two calls.
package protocol FolderFiles: FileSystem {
    /// Whether another process is known to have the file open for writing.
    func hasWriter(_ path: String) -> Bool
    /// The bytes of a regular file of at most `limit` bytes.
    ///
    /// Does not follow links or wait for pipes.
    func read(_ path: String, limit: Int) throws -> Data
    /// Writes a file, replacing an existing one, and flushes it to disk.
    ///
    /// `permissions` are those of a new file, less what the umask takes away.
    func write(_ bytes: Data, to path: String, permissions: UInt32) throws
    /// The permissions of results that are made of a file; `nil` if there is no such file.
    func outputPermissions(_ path: String) throws -> UInt32?
    /// Copies a file with its permissions to another file system and flushes the copy to disk.
    func copy(_ path: String, to copy: String) throws
    /// Renames a file atomically; fails with `EEXIST` if the name is taken.
    func renameWithoutReplacing(_ path: String, to newPath: String) throws
    /// Exchanges the names of two files atomically; fails with `EINVAL` or `ENOSYS` on file systems that cannot do it.
    func exchange(_ path: String, with other: String) throws
    /// Creates a folder and its parents, and flushes their names to disk.
    ///
    /// An existing folder is not an error, and loses permissions beyond those given; another kind of file under its name is
    /// (`ENOTDIR`). `permissions` are those of the folder itself, less what the umask takes away.
    func makeFolder(_ path: String, permissions: UInt32) throws
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws
    /// What is in a folder at all levels, without following links or leaving its file system.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - limits: beyond these, entries are counted but not listed.
    ///   - findingWriters: whether to ask for each file if a process has it open for writing.
    /// - Returns: the listing.
    /// - Throws: ``FolderFileError`` if the folder itself cannot be read.
    func tree(_ path: String, limits: DroppedLimits, findingWriters: Bool) throws -> TreeListing
    /// Hands a regular file of at most `limit` bytes beneath a folder to `take` in pieces.
    ///
    /// Neither follows links nor leaves the folder or its file system, nor waits for pipes.
    func read(_ path: String, beneath folder: String, limit: Int64, _ take: (Data) throws -> Void) throws
    /// Hands a regular file of at most `limit` bytes to `take` in pieces.
    func read(_ path: String, limit: Int64, _ take: (Data) throws -> Void) throws
    /// Copies a folder with all that is in it, except pipes and devices, to another file system and flushes the copy to
    /// disk; files that are there already are replaced.
    func copyTree(_ path: String, to copy: String) throws
    /// Removes a folder with all that is in it; a missing one is not an error.
    func removeTree(_ path: String) throws
    /// Locks a file for this process; returns `nil` if another process holds the lock.
    ///
    /// A missing file is created if `making` is true; otherwise `ENOENT` is thrown.
    func lock(_ path: String, making: Bool) throws -> (any FileLock)?
}

extension FolderFiles {
    /// Writes a file that everybody may read whom the umask allows.
    package func write(_ bytes: Data, to path: String) throws { try write(bytes, to: path, permissions: 0o666) }

    /// Creates a folder that everybody may use whom the umask allows.
    package func makeFolder(_ path: String) throws { try makeFolder(path, permissions: 0o777) }
}
