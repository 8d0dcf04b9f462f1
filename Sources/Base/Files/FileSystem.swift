/// The file operations of stores and watched folders.
///
/// Tests can interrupt them between any two calls. Every method blocks and throws ``SystemCallError`` with the path.
package protocol FileSystem: Sendable {
    /// Returns the names in a folder (`readdir`).
    ///
    /// Names that are not valid UTF-8 are counted as `unreadable`.
    func names(in folder: String) throws -> (names: [String], unreadable: Int)
    /// Returns the metadata of a file, or `nil` if it does not exist.
    ///
    /// This is `stat` if links are followed, and `lstat` otherwise.
    func facts(_ path: String, followsLink: Bool) throws -> FileFacts?
    /// Renames a file atomically, replacing an existing one.
    func rename(_ path: String, to newPath: String) throws
    /// Removes a file; a missing file is not an error.
    func remove(_ path: String) throws
    /// Flushes a folder's names to disk.
    func synchronise(folder: String) throws
}

extension FileSystem {
    /// Returns the metadata of a file without following links, or `nil`.
    package func facts(_ path: String) throws -> FileFacts? { try facts(path, followsLink: false) }
}

/// The metadata of a file.
package struct FileFacts: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable { case file, folder, link, other }

    package var kind: Kind
    package var inode: UInt64
    package var size: Int64
    /// The modification time in nanoseconds since 1970.
    package var modified: Int64

    package init(kind: Kind, inode: UInt64, size: Int64, modified: Int64) {
        self.kind = kind
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}

/// A lock held as long as the value lives and the process runs.
package protocol FileLock: AnyObject, Sendable {
    /// The size of the file in bytes when it was locked.
    var sizeWhenLocked: Int { get }
    /// Truncates or extends the locked file, without flushing it to disk.
    func resize(to size: Int) throws
    /// Releases the lock at once.
    ///
    /// A value held by a task may outlive the task by a moment.
    func giveUp()
}
