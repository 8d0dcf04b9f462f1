package import FailureModel
import Files
package import Foundation

/// The file operations that a watched folder is made of, so that tests can stop the world between any two of them.
///
/// Every method blocks, and throws ``FolderFileError``.
package protocol FolderFiles: Sendable {
    /// The names in a folder that are UTF-8, and how many are not.
    func names(in folder: String) throws -> (names: [String], unreadable: Int)
    /// What is at a path, without following a link (`lstat`); nil where there is nothing.
    func facts(_ path: String) throws -> FileFacts?
    /// Whether another process has the file open for writing, as far as can be told.
    func hasWriter(_ path: String) -> Bool
    /// The bytes of a regular file of at most `limit` bytes. A link is not followed, and a pipe not waited for.
    func read(_ path: String, limit: Int) throws -> Data
    /// Writes a file anew and brings it to the disk.
    func write(_ bytes: Data, to path: String) throws
    /// Copies a file with its permissions to another file system, and brings the copy to the disk.
    func copy(_ path: String, to copy: String) throws
    /// Gives a file another name at once, replacing what has it.
    func rename(_ path: String, to newPath: String) throws
    /// Gives a file another name at once, unless something has it (`EEXIST`).
    func renameWithoutReplacing(_ path: String, to newPath: String) throws
    /// Removes a file; that there is none is no error.
    func remove(_ path: String) throws
    /// Makes a folder with those above it, and brings their names to the disk; that it exists is no error.
    /// That something else has its name is `ENOTDIR`.
    func makeFolder(_ path: String) throws
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws
    /// Brings a folder's names to the disk.
    func synchronise(folder: String) throws
    /// Locks a file for this process; nil where another holds it.
    ///
    /// - Parameter making: whether it is made where it is missing, rather than `ENOENT` thrown.
    func lock(_ path: String, making: Bool) throws -> (any FileLock)?
}

/// A lock that is held as long as the value lives, at most as long as the process.
package protocol FileLock: AnyObject, Sendable {
    /// How many bytes the locked file had when it was locked.
    var sizeWhenLocked: Int { get }
    /// Cuts or extends the locked file, without flushing it to disk.
    func resize(to size: Int) throws
    /// Gives the lock up now: a value that a task has held may live a little longer than the task.
    func giveUp()
}

/// What `lstat` tells of a file.
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

/// A system call failed.
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

    private var error: SystemCallError { SystemCallError(call, number) }

    /// Where no file can be dealt with at all.
    package var failure: Failure {
        if error.isDiskFull { return Failure(.diskFull, "The disk of “\(path)” is full.") }
        return Failure(.outputUnwritable, "The folder “\(path)” cannot be used: \(error.reason).")
    }
}
