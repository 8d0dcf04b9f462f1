package import FailureModel
package import Pipeline

/// The contents of an unpacked archive: the artefact `members.json`.
package struct ArchiveMembers: Sendable, Hashable, Codable {
    /// The name of the artefact.
    package static let artefact = "members.json"

    /// A file of the archive.
    package struct Member: Sendable, Hashable, Codable {
        /// The path, without the single folder that the archive consists of; the bytes of a name that is not UTF-8 are
        /// written like `%FF`.
        package var path: String
        /// The size in bytes, as counted; that which the archive states for a member that was not read.
        package var byteCount: Int64
        /// The stored bytes; nil for a member that cannot be used.
        package var content: ContentID?
        /// Why it cannot be used.
        package var failure: Failure?

        /// Creates a member.
        package init(path: String, byteCount: Int64, content: ContentID? = nil, failure: Failure? = nil) {
            self.path = path
            self.byteCount = byteCount
            self.content = content
            self.failure = failure
        }
    }

    /// The files in the order of the archive's directory, without those that are passed over.
    package var members: [Member]
    /// The number of entries of the archive.
    package var entryCount: Int

    /// Creates contents.
    package init(members: [Member], entryCount: Int) {
        self.members = members
        self.entryCount = entryCount
    }
}
