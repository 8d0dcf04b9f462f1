package import Files

/// The file operations of the local machine.
package typealias LocalFiles = LocalFileSystem

/// A failed system call on a file of a watched folder.
package typealias FolderFileError = SystemCallError

extension LocalFiles: FolderFiles {}
