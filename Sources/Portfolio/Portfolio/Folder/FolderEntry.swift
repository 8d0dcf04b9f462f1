package import FailureModel

/// A file of a dropped folder or archive, at any level, or something else in it that cannot be used, such as a link.
package struct FolderEntry: Hashable, Sendable {
    /// The path below the folder, with `/` between levels.
    package var path: String
    /// The size in bytes, or why the entry cannot be used.
    package var size: Result<Int64, Failure>

    /// Creates a file.
    package init(_ path: String, size: Int64) {
        self.path = path
        self.size = .success(size)
    }

    /// Creates an entry that cannot be used.
    package init(_ path: String, failure: Failure) {
        self.path = path
        size = .failure(failure)
    }
}
