/// An entry of a dropped folder or archive, at any level.
package struct FolderEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A regular file with its size in bytes.
        case file(size: Int64)
        case folder
        /// A symbolic link; never followed.
        case link
        /// A pipe, a socket, a device, or a folder of another file system.
        case special
        /// A name that is not UTF-8; the path has replacement characters for what cannot be read.
        case unreadableName
    }

    /// The path below the folder, with `/` between levels.
    package var path: String
    package var kind: Kind

    /// Creates an entry.
    package init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }
}
