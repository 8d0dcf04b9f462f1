/// The operations on files that stores and watched folders share, which tests can interrupt between any two calls.
///
/// Every method blocks and throws ``SystemCallError`` with the path.
package protocol FileSystem: Sendable {
    /// Returns the names in a folder that are valid UTF-8, and the number of those that are not (`readdir`).
    func names(in folder: String) throws -> (names: [String], unreadable: Int)
    /// Returns the facts of the file at a path (`lstat`, or `stat` if a link is followed); `nil` if there is none.
    func facts(_ path: String, followsLink: Bool) throws -> FileFacts?
    /// Renames a file atomically, replacing an existing one.
    func rename(_ path: String, to newPath: String) throws
    /// Removes a file; a missing file is not an error.
    func remove(_ path: String) throws
    /// Flushes a folder's names to disk.
    func synchronise(folder: String) throws
}

extension FileSystem {
    /// Returns the facts of the file at a path, without following a link; `nil` if there is none.
    package func facts(_ path: String) throws -> FileFacts? { try facts(path, followsLink: false) }
}

/// The facts that `lstat` reports about a file.
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

/// A lock that is held while the value lives, and at most as long as the process.
package protocol FileLock: AnyObject, Sendable {
    /// The size of the locked file when it was locked, in bytes.
    var sizeWhenLocked: Int { get }
    /// Truncates or extends the locked file, without flushing it to disk.
    func resize(to size: Int) throws
    /// Releases the lock now: a value held by a task may outlive the task by a moment.
    func giveUp()
}
