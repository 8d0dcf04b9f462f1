package import FailureModel

/// A file of a dropped folder or archive, at any level, or an unusable entry.
///
/// A link is an example of an unusable entry.
package struct FolderEntry: Hashable, Sendable {
    /// The path below the folder, with `/` between levels.
    package var path: String
    /// The size in bytes, or the reason why the entry is unusable.
    package var size: Result<Int64, Failure>

    /// Creates a file.
    package init(_ path: String, size: Int64) {
        self.path = path
        self.size = .success(size)
    }

    /// Creates an unusable entry.
    package init(_ path: String, failure: Failure) {
        self.path = path
        size = .failure(failure)
    }
}
