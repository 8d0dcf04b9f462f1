package import DroppedArchive
package import FailureModel
import Files
package import Foundation

/// The file operations used by a watched folder; tests can interrupt them between any two calls.
///
/// Every method blocks and throws ``FolderFileError``.
package protocol FolderFiles: Sendable {
    /// The names in a folder that are valid UTF-8, and the number of those that are not.
    func names(in folder: String) throws -> (names: [String], unreadable: Int)
    /// The facts of the file at a path, without following a link (`lstat`); `nil` if there is none.
    func facts(_ path: String) throws -> FileFacts?
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
    /// Renames a file atomically, replacing an existing one.
    func rename(_ path: String, to newPath: String) throws
    /// Renames a file atomically; fails with `EEXIST` if the name is taken.
    func renameWithoutReplacing(_ path: String, to newPath: String) throws
    /// Exchanges the names of two files atomically; fails with `EINVAL` or `ENOSYS` on file systems that cannot do it.
    func exchange(_ path: String, with other: String) throws
    /// Removes a file; a missing file is not an error.
    func remove(_ path: String) throws
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
    /// Flushes a folder's names to disk.
    func synchronise(folder: String) throws
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

/// A lock that is held while the value lives, and at most as long as the process.
package protocol FileLock: AnyObject, Sendable {
    /// The size of the locked file when it was locked, in bytes.
    var sizeWhenLocked: Int { get }
    /// Truncates or extends the locked file, without flushing it to disk.
    func resize(to size: Int) throws
    /// Releases the lock now: a value held by a task may outlive the task by a moment.
    func giveUp()
}

/// What `lstat` reports about a file.
package struct FileFacts: Sendable, Hashable, Codable {
    package enum FileKind: String, Sendable, Hashable, Codable { case file, folder, link, other }

    package var kind: FileKind
    package var inode: UInt64
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64

    package init(kind: FileKind, inode: UInt64, size: Int64, modified: Int64) {
        self.kind = kind
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}

/// A failed system call.
package struct FolderFileError: FailureConvertible, Hashable, CustomStringConvertible {
    package var call: String
    package var path: String
    /// The C `errno`.
    package var number: Int32

    package init(call: String, path: String, number: Int32) {
        self.call = call
        self.path = path
        self.number = number
    }

    package var description: String { "\(call) \(path): \(error.reason)" }

    /// The description without the path, whose last part may be a name that is private.
    var summary: String { "\(call): \(error.reason)" }

    private var error: SystemCallError { SystemCallError(call, number) }

    /// The failure to report if no file can be processed at all.
    package var failure: Failure {
        if error.isOutOfFiles { return .tooManyOpenFiles }
        if error.isDiskFull { return Failure(.diskFull, "The disk of “\(path)” is full.") }
        return Failure(.outputUnwritable, "The folder “\(path)” cannot be used: \(error.reason).")
    }
}
